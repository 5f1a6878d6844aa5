interface RawJson {
  rawJSON?: (text: string) => unknown;
}
type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

/** An argument object whose numbers keep all their digits on the way to the server, where the browser can. */
export function parseArguments(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text, keepDigits as Reviver);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value;
  if (String(value) === context.source) return value;
  return (JSON as RawJson).rawJSON?.(context.source) ?? value;
}
