import type { WorkshopTool } from '@contract/workshop';
import { standingOf } from '../tool-state';

export interface FoundTools {
  /** Folders that are no tools yet. */
  invalid: WorkshopTool[];
  tools: WorkshopTool[];
}

/** Every word must occur somewhere in what the row shows. */
export function searchTools(all: readonly WorkshopTool[], search: string): FoundTools {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(({ id, tool }) => {
    const text = `${id}\n${tool.directory}\n${tool.description}\n${tool.category}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  return {
    invalid: found.filter((one) => standingOf(one) === 'invalid'),
    tools: found.filter((one) => standingOf(one) !== 'invalid'),
  };
}

/** The newest result of its tests: of the draft if it has been tested, else of what is published. */
export const testsOf = ({ draft, published }: WorkshopTool) =>
  draft?.tests ?? published?.tests ?? null;

/** Named in the definition, but without a value: the tool would fail. */
export const missingSecrets = ({ secrets }: WorkshopTool): string[] =>
  secrets.filter(({ isNamed, hasValue }) => isNamed && !hasValue).map(({ name }) => name);

export const TOOL_ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
