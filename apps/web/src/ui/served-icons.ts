const SVG_NAME = /^[A-Za-z0-9_-]{1,80}\.svg$/;
const checks = new Map<string, Promise<boolean>>();

/** Address of a file in static/icons, or null when the name is not one we use as part of an address. */
export function servedIconUrl(name: string | null | undefined): string | null {
  return name && SVG_NAME.test(name) ? `/static/icons/${name}` : null;
}

/** Whether the server has the picture; asked once per name. */
export function isServed(url: string): Promise<boolean> {
  let check = checks.get(url);
  if (!check) {
    check = new Promise((resolve) => {
      const image = new Image();
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
      image.src = url;
    });
    checks.set(url, check);
  }
  return check;
}
