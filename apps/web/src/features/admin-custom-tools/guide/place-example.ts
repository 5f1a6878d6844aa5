import type { ToolFileTexts } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import type { guideApi } from './guide.api';

export type ExampleStore = Pick<typeof guideApi, 'tool' | 'version' | 'save'>;

/**
 * Makes a draft of an example and says under which id. Nobody's tool is touched: where the id is taken by something
 * else, the example goes below `guide_…`, a name of its own.
 */
export async function placeExample(
  tool: string,
  filesFor: (id: string) => ToolFileTexts,
  store: ExampleStore,
): Promise<string> {
  const own = `guide_${tool}`.slice(0, 64);
  for (const id of [tool, own]) {
    const files = filesFor(id);
    const newest = await newestOf(id, store);
    if (newest !== null && isSame(newest.files, files)) return id;
    if (newest !== null && id !== own) continue;
    await store.save(id, { base: newest?.number ?? 0, files });
    return id;
  }
  return own;
}

async function newestOf(id: string, store: ExampleStore) {
  try {
    const { draft, published } = await store.tool(id);
    const row = draft ?? published;
    return row
      ? { number: row.number, files: await store.version(id, row.number) }
      : { number: 0, files: {} };
  } catch (thrown) {
    if (ApiError.from(thrown).status === 404) return null;
    throw thrown;
  }
}

/** The layers are compared, and JSON by what it says; tests and notes do not change what an example does. */
function isSame(one: ToolFileTexts, other: ToolFileTexts): boolean {
  const names = ['definition.json', 'execution.py', 'return.json'] as const;
  return names.every((name) => meaning(one[name]) === meaning(other[name]));
}

function meaning(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : JSON.stringify(JSON.parse(text));
  } catch {
    return text?.trim();
  }
}
