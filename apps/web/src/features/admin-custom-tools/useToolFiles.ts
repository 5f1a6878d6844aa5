import { computed, reactive, ref, shallowRef } from 'vue';
import type { CustomToolFileName, CustomToolView } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import { customToolsApi } from './custom-tools.api';
import { FILE_NAMES, inSaveOrder, starterText } from './tool-files';

export interface FileDraft {
  exists: boolean;
  /** As the server has it, and as it stands in the editor. */
  saved: string;
  text: string;
  /** Where the edit began: '' for a file that did not exist, undefined to replace whatever is there. */
  hash: string | undefined;
  failure: ApiError | null;
}

export type FileStore = Pick<typeof customToolsApi, 'get' | 'readFile' | 'saveFile'>;

const noFile = (): FileDraft => ({ exists: false, saved: '', text: '', hash: '', failure: null });
const CONFLICT = 'custom_tool_file_changed';

/** The four files of one tool while they are edited: nothing typed is lost, nobody's work is overwritten. */
export function useToolFiles(id: string, store: FileStore = customToolsApi) {
  const tool = shallowRef<CustomToolView | null>(null);
  const loadFailure = shallowRef<ApiError | null>(null);
  const isLoading = ref(false);
  const isSaving = ref(false);
  const drafts = reactive(
    Object.fromEntries(FILE_NAMES.map((name) => [name, noFile()])) as Record<
      CustomToolFileName,
      FileDraft
    >,
  );
  const changed = computed(() => FILE_NAMES.filter((name) => isChanged(drafts[name])));

  async function load(): Promise<void> {
    isLoading.value = true;
    loadFailure.value = null;
    try {
      const view = await store.get(id);
      await Promise.all(FILE_NAMES.map((name) => fetchFile(name, view.files.includes(name))));
      tool.value = view;
    } catch (thrown) {
      loadFailure.value = ApiError.from(thrown);
    } finally {
      isLoading.value = false;
    }
  }

  async function fetchFile(name: CustomToolFileName, exists: boolean): Promise<void> {
    try {
      Object.assign(drafts[name], exists ? await read(name) : noFile());
    } catch (thrown) {
      const failure = ApiError.from(thrown);
      Object.assign(drafts[name], { ...noFile(), exists, hash: undefined, failure });
    }
  }

  async function read(name: CustomToolFileName): Promise<FileDraft> {
    try {
      const { text, etag } = await store.readFile(id, name);
      return { exists: true, saved: text, text, hash: etag, failure: null };
    } catch (thrown) {
      if (ApiError.from(thrown).status === 404) return noFile();
      throw thrown;
    }
  }

  /** Sends every changed file; one that is refused keeps its text and says why, the others are still saved. */
  async function save(): Promise<boolean> {
    if (isSaving.value) return false;
    isSaving.value = true;
    try {
      for (const name of inSaveOrder(changed.value)) await saveOne(name);
      return changed.value.length === 0;
    } finally {
      isSaving.value = false;
    }
  }

  async function saveOne(name: CustomToolFileName): Promise<void> {
    const draft = drafts[name];
    const content = draft.text;
    draft.failure = null;
    try {
      const saved = await store.saveFile({ id, name, content, hash: draft.hash });
      tool.value = saved.tool;
      // What was typed while it was on its way is still unsaved.
      Object.assign(draft, { exists: true, saved: content, hash: saved.hash });
    } catch (thrown) {
      draft.failure = ApiError.from(thrown);
    }
  }

  function create(name: CustomToolFileName, text = starterText(name, id)): void {
    Object.assign(drafts[name], { exists: true, text, saved: '', failure: null });
  }

  /** Shows what the server has now; hands back a way to return to one's own text, or null when it could not be read. */
  async function takeTheirs(name: CustomToolFileName): Promise<(() => void) | null> {
    const mine = drafts[name].text;
    try {
      Object.assign(drafts[name], await read(name));
    } catch (thrown) {
      drafts[name].failure = ApiError.from(thrown);
      return null;
    }
    return () => Object.assign(drafts[name], { text: mine, exists: true });
  }

  /** Stands by one's own text: the next save replaces the version that is there now. */
  async function keepMine(name: CustomToolFileName): Promise<void> {
    const putBack = await takeTheirs(name);
    putBack?.();
  }

  function discard(name: CustomToolFileName): void {
    const draft = drafts[name];
    const isNew = draft.hash === '';
    Object.assign(draft, { text: draft.saved, exists: !isNew, failure: null });
  }

  const hasConflict = (name: CustomToolFileName) => drafts[name].failure?.code === CONFLICT;

  return {
    ...{ tool, drafts, changed, loadFailure, isLoading, isSaving },
    ...{ load, save, create, takeTheirs, keepMine, discard, hasConflict },
  };
}

/** A file that is being created counts as changed even while it is empty. */
function isChanged({ exists, text, saved, hash, failure }: FileDraft): boolean {
  if (!exists) return false;
  if (hash === undefined) return failure === null;
  return text !== saved || hash === '';
}
