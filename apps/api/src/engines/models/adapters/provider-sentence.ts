const LONGEST = 240;

/** Keys as the known providers write them, and whatever stands behind Bearer. */
const KEY_LIKE =
  /\b(?:sk|pk|rk|key|gsk|xai|hf|AIza)[-_][\w*-]{6,}|\bAIza[\w-]{20,}|\bBearer\s+\S+/gi;

export const isWebPage = (body: string): boolean => /^\s*(?:<!doctype html|<html)/i.test(body);

/** What the provider said, fit to be shown: one line, not long, without keys; null when it said nothing readable. */
export function sentenceOf(body: string, key: string | null): string | null {
  if (isWebPage(body)) return null;
  const said = messageIn(parsed(body)) ?? (body.trimStart().startsWith('{') ? null : body);
  const line = (said ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (!line) return null;
  const clean = (key ? line.replaceAll(key, '***') : line).replace(KEY_LIKE, '***');
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST - 1).trimEnd()}…` : clean;
}

/** `{error: {message}}`, `{error: "…"}`, `{message}`, `{detail}`, `{detail: [{msg}]}`, and lists of any of these. */
function messageIn(value: unknown, depth = 0): string | null {
  if (typeof value === 'string') return value || null;
  if (typeof value !== 'object' || value === null || depth > 4) return null;
  const fields = value as Record<string, unknown>;
  const inside = Array.isArray(value)
    ? [value[0]]
    : [fields.error, fields.message, fields.detail, fields.msg];
  return inside.map((each) => messageIn(each, depth + 1)).find(Boolean) ?? null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
