import type { ToolView } from '@contract/tools';

/** What was typed after `/` while a tool's name is being looked for; null once it is something else. */
export function paletteQuery(text: string): string | null {
  return /^\/([\w-]*)$/.exec(text)?.[1] ?? null;
}

export interface SlashCall<T = ToolView> {
  tool: T;
  /** JSON text as typed, '' when there is none. */
  arguments: string;
}

/** `/calc {"a":1}` for a tool the person has. Anything else that begins with a slash is an ordinary question. */
export function slashCallIn<T extends { name: string }>(
  text: string,
  tools: readonly T[],
): SlashCall<T> | null {
  const found = /^\/([\w-]+)(?:\s+([\s\S]*))?$/.exec(text.trim());
  if (!found) return null;
  const [, wanted, rest = ''] = found;
  const tool = tools.find(({ name }) => name === wanted);
  return tool ? { tool, arguments: rest.trim() } : null;
}

export function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/** Names that begin with what was typed come first, then those that contain it. */
export function matchingTools<T extends { name: string; description: string }>(
  tools: readonly T[],
  query: string,
): T[] {
  const wanted = query.toLowerCase();
  const rank = ({ name, description }: T) => {
    const at = name.toLowerCase().indexOf(wanted);
    if (at >= 0) return at === 0 ? 0 : 1;
    return description.toLowerCase().includes(wanted) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((wantedRank) => tools.filter((tool) => rank(tool) === wantedRank));
}
