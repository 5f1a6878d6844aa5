import type { ToolFileTexts, VersionBody, VersionDetail, WorkshopTool } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { type DraftStore, useToolDraft } from './useToolDraft';

/** The server's rule in memory: a save that did not begin with the newest version is refused. */
class FakeStore implements DraftStore {
  readonly bodies: VersionBody[] = [];

  constructor(readonly versions: ToolFileTexts[]) {}

  private detail = (number: number) =>
    ({ number, files: { ...this.versions[number - 1] } }) as VersionDetail;

  get = () => {
    const count = this.versions.length;
    const draft = count === 0 ? null : this.detail(count);
    return Promise.resolve({ id: 'calc', draft, published: null } as unknown as WorkshopTool);
  };

  version = (_id: string, number: number) => Promise.resolve(this.detail(number));

  save = (_id: string, body: VersionBody) => {
    this.bodies.push(body);
    if (body.base !== this.versions.length) {
      const error = { error: 'changed', code: 'custom_tool_draft_changed', canRetry: false };
      return Promise.reject(new ApiError(error, 409));
    }
    this.versions.push(body.files);
    return Promise.resolve(this.detail(this.versions.length));
  };
}

async function open(...versions: ToolFileTexts[]) {
  const store = new FakeStore(versions);
  const draft = useToolDraft('calc', store);
  await draft.load();
  return { store, draft };
}

describe('the draft of a tool', () => {
  it('begins with the newest version and saves the whole set with its number', async () => {
    const { store, draft } = await open({ 'execution.py': 'a', 'definition.json': '{}' });
    expect(draft.changed.value).toEqual([]);
    draft.texts.value['execution.py'] = 'b';
    expect(draft.changed.value).toEqual(['execution.py']);
    expect((await draft.save('why'))?.number).toBe(2);
    expect(draft.changed.value).toEqual([]);
    expect(store.bodies).toEqual([
      { base: 1, files: { 'execution.py': 'b', 'definition.json': '{}' }, note: 'why' },
    ]);
  });

  it('saves nothing before it knows what is there', async () => {
    const store = new FakeStore([{ 'execution.py': 'a' }]);
    const draft = useToolDraft('calc', store);
    const loading = draft.load();
    expect(await draft.save()).toBeNull();
    await loading;
    expect(store.bodies).toEqual([]);
  });

  it('sends nothing when nothing changed', async () => {
    const { store, draft } = await open({ 'execution.py': 'a' });
    expect((await draft.save())?.number).toBe(1);
    expect(store.bodies).toEqual([]);
  });

  it('keeps what is typed while a save is on its way', async () => {
    const { draft } = await open({ 'execution.py': 'a' });
    draft.texts.value['execution.py'] = 'b';
    const saving = draft.save();
    draft.texts.value['execution.py'] = 'c';
    await saving;
    expect(draft.changed.value).toEqual(['execution.py']);
    expect(draft.saved.value['execution.py']).toBe('b');
  });

  it('loses neither side when somebody saved meanwhile (A-086)', async () => {
    const { store, draft } = await open({ 'execution.py': 'a' });
    store.versions.push({ 'execution.py': 'theirs' });
    draft.texts.value['execution.py'] = 'mine';
    expect(await draft.save()).toBeNull();
    expect(draft.theirs.value?.number).toBe(2);
    expect(draft.texts.value['execution.py']).toBe('mine');
    expect((await draft.save())?.number).toBe(3);
    expect(store.versions.map((files) => files['execution.py'])).toEqual(['a', 'theirs', 'mine']);
    expect(draft.theirs.value).toBeNull();
  });

  it('takes the other side with a way back', async () => {
    const { store, draft } = await open({ 'execution.py': 'a' });
    store.versions.push({ 'execution.py': 'theirs', 'meta.json': '{}' });
    draft.texts.value['execution.py'] = 'mine';
    await draft.save();
    const undo = draft.takeSaved();
    expect(draft.texts.value).toEqual({ 'execution.py': 'theirs', 'meta.json': '{}' });
    expect([draft.theirs.value, draft.failure.value, draft.changed.value]).toEqual([
      null,
      null,
      [],
    ]);
    undo();
    expect(draft.texts.value).toEqual({ 'execution.py': 'mine' });
  });

  it('creates, removes and takes back single files', async () => {
    const { draft } = await open({ 'execution.py': 'a', 'meta.json': '{"notes": ""}' });
    draft.create('tests.json');
    draft.remove('meta.json');
    expect(draft.changed.value).toEqual(['tests.json', 'meta.json']);
    draft.discard('tests.json');
    draft.discard('meta.json');
    expect(draft.changed.value).toEqual([]);
  });

  it('puts an older version into the editor without saving it', async () => {
    const { store, draft } = await open({ 'execution.py': 'a' }, { 'execution.py': 'b' });
    const undo = await draft.open(1);
    expect([draft.texts.value['execution.py'], draft.version.value?.number]).toEqual(['a', 2]);
    undo();
    expect(draft.changed.value).toEqual([]);
    expect(store.bodies).toEqual([]);
  });
});
