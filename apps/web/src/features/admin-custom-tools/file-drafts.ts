import type { CustomToolFileName } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import type { customToolsApi } from './custom-tools.api';
import { FILE_NAMES } from './tool-files';

export interface FileDraft {
  exists: boolean;
  /** As the server has it, and as it stands in the editor. */
  saved: string;
  text: string;
  /** Where the edit began: '' for a file that did not exist, undefined to replace whatever is there. */
  hash: string | undefined;
  failure: ApiError | null;
}

export type FileDrafts = Record<CustomToolFileName, FileDraft>;
export type FileStore = Pick<typeof customToolsApi, 'get' | 'readFile' | 'saveFile'>;

export const noFile = (): FileDraft => ({
  ...{ exists: false, saved: '', text: '' },
  ...{ hash: '', failure: null },
});

export const noFiles = (): FileDrafts =>
  Object.fromEntries(FILE_NAMES.map((name) => [name, noFile()])) as FileDrafts;

/** A file that is being created counts as changed even while it is empty. */
export function isChanged({ exists, text, saved, hash, failure }: FileDraft): boolean {
  if (!exists) return false;
  if (hash === undefined) return failure === null;
  return text !== saved || hash === '';
}

export const hasConflict = ({ failure }: FileDraft): boolean =>
  failure?.code === 'custom_tool_file_changed';

export async function readDraft(
  store: FileStore,
  id: string,
  name: CustomToolFileName,
): Promise<FileDraft> {
  try {
    const { text, etag } = await store.readFile(id, name);
    return { exists: true, saved: text, text, hash: etag, failure: null };
  } catch (thrown) {
    if (ApiError.from(thrown).status === 404) return noFile();
    throw thrown;
  }
}

/** A file that cannot be shown stands for itself, with the reason; the others open. */
export async function openDraft(
  store: FileStore,
  id: string,
  name: CustomToolFileName,
): Promise<FileDraft> {
  try {
    return await readDraft(store, id, name);
  } catch (thrown) {
    return { ...noFile(), exists: true, hash: undefined, failure: ApiError.from(thrown) };
  }
}
