/** Where a login comes from, so that a person recognises their own. A claim of the browser; nothing is decided by it. */
export interface SignInPlace {
  address: string;
  /** E.g. `Firefox · Linux`; empty when the browser says nothing we know. */
  device: string;
}

/** Order matters: every browser claims to be the ones behind it too. */
const BROWSERS: [RegExp, string][] = [
  [/\bMicroMessenger\//, 'WeChat'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Chrome'],
  [/\b(?:Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bHarmonyOS\b/, 'HarmonyOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Our own words only: what a stranger wrote into the header is never kept. */
export function deviceOf(userAgent: string | undefined): string {
  const words = (userAgent ?? '').slice(0, 500);
  return [BROWSERS, SYSTEMS]
    .map((known) => known.find(([pattern]) => pattern.test(words))?.[1])
    .filter(Boolean)
    .join(' · ');
}
