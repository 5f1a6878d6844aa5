import type { CustomToolView } from '@contract/tools';

export interface FoundTools {
  valid: CustomToolView[];
  invalid: CustomToolView[];
}

/** Every word must occur somewhere in what the row shows. */
export function searchTools(tools: readonly CustomToolView[], search: string): FoundTools {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = tools.filter(({ id, directory, description, category }) => {
    const text = `${id}\n${directory}\n${description}\n${category}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return {
    valid: found.filter(({ invalid }) => !invalid),
    invalid: found.filter(({ invalid }) => invalid),
  };
}

/** How the editor addresses a folder: by id, but a second folder with the same id only by its own name. */
export function addressOf(tool: CustomToolView, all: readonly CustomToolView[]): string {
  const owner = all.find(({ id, invalid }) => id === tool.id && !invalid) ?? tool;
  return owner.directory === tool.directory ? tool.id : tool.directory;
}

/** The same name for a parameter count everywhere. */
export const parameterCount = ({ parameters }: CustomToolView): number =>
  Object.keys((parameters.properties ?? {}) as object).length;

export const TOOL_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
