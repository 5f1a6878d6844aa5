import { computed, reactive, ref, shallowRef } from 'vue';
import type { CustomToolFileName, CustomToolView } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import { customToolsApi } from './custom-tools.api';
import {
  isChanged,
  noFile,
  noFiles,
  openDraft,
  readDraft,
  type FileDraft,
  type FileDrafts,
  type FileStore,
} from './file-drafts';
import { FILE_NAMES, inSaveOrder, starterText } from './tool-files';

/** The four files of one tool while they are edited: nothing typed is lost, nobody's work is overwritten. */
export function useToolFiles(id: string, store: FileStore = customToolsApi) {
  const tool = shallowRef<CustomToolView | null>(null);
  const loadFailure = shallowRef<ApiError | null>(null);
  const isSaving = ref(false);
  const drafts = reactive(noFiles());
  const changed = computed(() => FILE_NAMES.filter((name) => isChanged(drafts[name])));

  async function load(): Promise<void> {
    loadFailure.value = null;
    try {
      const view = await store.get(id);
      const names = FILE_NAMES.filter((name) => view.files.includes(name));
      const opened = await Promise.all(names.map((name) => openDraft(store, id, name)));
      names.forEach((name, place) => Object.assign(drafts[name], opened[place] ?? noFile()));
      tool.value = view;
    } catch (thrown) {
      loadFailure.value = ApiError.from(thrown);
    }
  }

  /** Sends every changed file; one that is refused keeps its text and says why, the others are still saved. */
  async function save(): Promise<boolean> {
    if (isSaving.value) return false;
    isSaving.value = true;
    try {
      for (const name of inSaveOrder(changed.value)) await saveOne(name, drafts[name]);
      return changed.value.length === 0;
    } finally {
      isSaving.value = false;
    }
  }

  async function saveOne(name: CustomToolFileName, draft: FileDraft): Promise<void> {
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

  const choices = useFileChoices(drafts, id, store);
  return { tool, drafts, changed, loadFailure, isSaving, load, save, ...choices };
}

/** What a person may decide about one file: begin it, take back one's edits, or choose between two versions. */
function useFileChoices(drafts: FileDrafts, id: string, store: FileStore) {
  function create(name: CustomToolFileName, text = starterText(name, id)): void {
    Object.assign(drafts[name], { exists: true, text, saved: '', failure: null });
  }

  /** Shows what the server has now; hands back a way to return to one's own text, or null when it could not be read. */
  async function takeTheirs(name: CustomToolFileName): Promise<(() => void) | null> {
    try {
      const theirs = await readDraft(store, id, name);
      const mine = drafts[name].text;
      Object.assign(drafts[name], theirs);
      return () => Object.assign(drafts[name], { text: mine, exists: true });
    } catch (thrown) {
      drafts[name].failure = ApiError.from(thrown);
      return null;
    }
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

  return { create, takeTheirs, keepMine, discard };
}
