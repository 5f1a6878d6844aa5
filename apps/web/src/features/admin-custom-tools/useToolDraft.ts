import { computed, type Ref, ref, shallowRef } from 'vue';
import type { CustomToolFileName } from '@contract/tools';
import type { ToolFileTexts, VersionDetail, WorkshopTool } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { changedFiles, starterText } from './file-texts';
import { workshopApi } from './workshop.api';

export type DraftStore = Pick<typeof workshopApi, 'get' | 'version' | 'save'>;

/** The files of one tool while they are edited. Every save is a version; nobody's work is overwritten. */
export function useToolDraft(id: string, store: DraftStore = workshopApi) {
  const tool = shallowRef<WorkshopTool | null>(null);
  /** The version the edit began with; null for a tool that has none yet. */
  const version = shallowRef<VersionDetail | null>(null);
  const texts = ref<ToolFileTexts>({});
  const loadFailure = shallowRef<ApiError | null>(null);
  const failure = shallowRef<ApiError | null>(null);
  /** What somebody else saved meanwhile. One's own text stays in the editor. */
  const theirs = shallowRef<VersionDetail | null>(null);
  const isSaving = ref(false);
  const saved = computed<ToolFileTexts>(() => version.value?.files ?? {});
  const changed = computed(() => changedFiles(texts.value, saved.value));

  async function load(): Promise<void> {
    loadFailure.value = null;
    try {
      const { found, newer } = await newest(id, store);
      version.value = newer;
      texts.value = { ...saved.value };
      // Last: a page that shows the tool has its files, too.
      tool.value = found;
    } catch (thrown) {
      loadFailure.value = ApiError.from(thrown);
    }
  }

  /** The saved version, also when nothing had to be sent; null when it was refused. */
  async function save(note = ''): Promise<VersionDetail | null> {
    if (isSaving.value || !tool.value) return null;
    if (changed.value.length === 0 && version.value) return version.value;
    isSaving.value = true;
    failure.value = null;
    const files = { ...texts.value };
    try {
      const base = version.value?.number ?? 0;
      // What is typed while it is on its way stays in the editor and counts as changed.
      version.value = await store.save(id, { base, files, ...(note && { note }) });
      theirs.value = null;
      void refresh();
      return version.value;
    } catch (thrown) {
      await refused(ApiError.from(thrown));
      return null;
    } finally {
      isSaving.value = false;
    }
  }

  /** How the tool stands now, without touching the text. */
  async function refresh(): Promise<void> {
    tool.value = await store.get(id).catch(() => tool.value);
  }

  /** The edit goes on from the version that is there now; the next save is a deliberate one. */
  async function refused(error: ApiError): Promise<void> {
    failure.value = error;
    if (error.status !== 409) return;
    const now = await newest(id, store).catch(() => null);
    if (!now?.newer) return;
    tool.value = now.found;
    theirs.value = now.newer;
    version.value = now.newer;
  }

  return {
    ...{ tool, version, texts, saved, changed, loadFailure, failure, theirs, isSaving },
    ...{ load, save, refresh, ...fileVerbs(id, texts, saved) },
    ...sideVerbs({ texts, saved, theirs, failure }, (number) => store.version(id, number)),
  };
}

async function newest(id: string, store: DraftStore) {
  const found = await store.get(id);
  const row = found.draft ?? found.published;
  return { found, newer: row && (await store.version(id, row.number)) };
}

interface Sides {
  texts: Ref<ToolFileTexts>;
  saved: Readonly<Ref<ToolFileTexts>>;
  theirs: Ref<VersionDetail | null>;
  failure: Ref<ApiError | null>;
}

/** Choices between one's own text and another version; each that replaces text gives a way back. */
function sideVerbs(
  { texts, saved, theirs, failure }: Sides,
  read: (number: number) => Promise<VersionDetail>,
) {
  function replace(files: ToolFileTexts): () => void {
    const mine = { ...texts.value };
    texts.value = { ...files };
    return () => (texts.value = mine);
  }

  function keepMine(): void {
    theirs.value = null;
    failure.value = null;
  }

  function takeSaved(): () => void {
    keepMine();
    return replace(saved.value);
  }

  const open = async (number: number) => replace((await read(number)).files);

  return { keepMine, takeSaved, open };
}

function fileVerbs(id: string, texts: Ref<ToolFileTexts>, saved: Readonly<Ref<ToolFileTexts>>) {
  function create(name: CustomToolFileName): void {
    texts.value[name] = starterText(name, id);
  }

  function remove(name: CustomToolFileName): void {
    delete texts.value[name];
  }

  function discard(name: CustomToolFileName): void {
    const before = saved.value[name];
    if (before === undefined) remove(name);
    else texts.value[name] = before;
  }

  return { create, remove, discard };
}
