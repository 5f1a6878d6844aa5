/** Preferences of this browser. Storage can be full or forbidden, and then nothing is remembered. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(`toolyard.${key}`);
  } catch {
    return null;
  }
}

export function writeStored(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`toolyard.${key}`);
    else localStorage.setItem(`toolyard.${key}`, value);
  } catch {
    // Not remembered: the page works all the same.
  }
}
