/** The first releases without the escapes of November 2025 (CVE-2025-31133, -52565, -52881), by minor version. */
const FIXED_PATCH: Record<string, number> = { '1.2': 8, '1.3': 3 };
const FIRST_SAFE_MINOR = 4;

/** A sentence for the operator when the container runtime has known ways out; null when it has none. */
export function runcWarning(versions: Record<string, string>): string | null {
  const version = versions['runc'];
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version ?? '') ?? [];
  if (!version || major === undefined || Number(major) > 1) return null;
  if (Number(minor) >= FIRST_SAFE_MINOR) return null;
  if (Number(patch) >= (FIXED_PATCH[`${major}.${minor}`] ?? Infinity)) return null;
  // A distribution mends old releases without changing their number: its updates are what counts.
  if (/[+~]/.test(version)) return null;
  return `runc ${version} has known container escapes: update to 1.2.8, 1.3.3 or newer.`;
}
