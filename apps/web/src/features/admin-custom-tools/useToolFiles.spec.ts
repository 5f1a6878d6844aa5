import type { CustomToolFileBody, CustomToolFileName, CustomToolView } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import { hasConflict, type FileStore } from './file-drafts';
import { useToolFiles } from './useToolFiles';

const refusal = (code: string, status: number) =>
  new ApiError({ error: code, code, canRetry: false }, status);

/** The server's rules in memory: a file is replaced only by who knows its hash. */
class FakeStore implements FileStore {
  sent: CustomToolFileName[] = [];

  constructor(readonly files: Partial<Record<CustomToolFileName, string>>) {}

  hashOf = (name: CustomToolFileName) =>
    this.files[name] === undefined ? '' : `h-${this.files[name]}`;

  get = () =>
    Promise.resolve({ id: 'calc', files: Object.keys(this.files) } as unknown as CustomToolView);

  readFile = (_id: string, name: CustomToolFileName) => {
    const text = this.files[name];
    if (text === undefined) return Promise.reject(refusal('custom_tool_file_not_found', 404));
    return Promise.resolve({ text, etag: this.hashOf(name) });
  };

  saveFile = ({ name, content, hash }: CustomToolFileBody) => {
    this.sent.push(name);
    if (hash !== undefined && hash !== this.hashOf(name)) {
      return Promise.reject(refusal('custom_tool_file_changed', 409));
    }
    if (content === 'bad') return Promise.reject(refusal('custom_tool_refused', 400));
    this.files[name] = content;
    return this.get().then((tool) => ({ hash: this.hashOf(name), tool }));
  };
}

async function open(files: Partial<Record<CustomToolFileName, string>>) {
  const store = new FakeStore(files);
  const editor = useToolFiles('calc', store);
  await editor.load();
  return { store, editor };
}

describe('useToolFiles', () => {
  it('sends only what changed, definition.json last', async () => {
    const { store, editor } = await open({ 'definition.json': '{}', 'execution.py': 'a' });
    editor.drafts['definition.json'].text = '{"id":"b"}';
    editor.drafts['execution.py'].text = 'b';
    expect(await editor.save()).toBe(true);
    expect(store.sent).toEqual(['execution.py', 'definition.json']);
    expect(editor.changed.value).toEqual([]);
  });

  it('creates a missing file from its tab', async () => {
    const { store, editor } = await open({ 'execution.py': 'a' });
    editor.create('return.json', '{"truncate": 5}');
    expect(await editor.save()).toBe(true);
    expect(store.files['return.json']).toBe('{"truncate": 5}');
  });

  it('keeps the text of a refused file and still saves the others', async () => {
    const { store, editor } = await open({ 'execution.py': 'a', 'meta.json': '{}' });
    editor.drafts['execution.py'].text = 'b';
    editor.drafts['meta.json'].text = 'bad';
    expect(await editor.save()).toBe(false);
    expect(editor.changed.value).toEqual(['meta.json']);
    expect(editor.drafts['meta.json'].text).toBe('bad');
    expect(editor.drafts['meta.json'].failure?.code).toBe('custom_tool_refused');
    expect(store.files['execution.py']).toBe('b');
  });

  it('overwrites nobody, and loses neither text (A-086)', async () => {
    const { store, editor } = await open({ 'execution.py': 'a' });
    editor.drafts['execution.py'].text = 'mine';
    store.files['execution.py'] = 'theirs';
    expect(await editor.save()).toBe(false);
    expect(hasConflict(editor.drafts['execution.py'])).toBe(true);
    expect([store.files['execution.py'], editor.drafts['execution.py'].text]).toEqual([
      'theirs',
      'mine',
    ]);
    const putBack = await editor.takeTheirs('execution.py');
    expect(editor.drafts['execution.py'].text).toBe('theirs');
    putBack?.();
    expect(editor.drafts['execution.py'].text).toBe('mine');
    expect(await editor.save()).toBe(true);
    expect(store.files['execution.py']).toBe('mine');
  });

  it('keeps a text whose file was deleted meanwhile, and can create the file again', async () => {
    const { store, editor } = await open({ 'meta.json': '{}' });
    editor.drafts['meta.json'].text = '{"a":1}';
    delete store.files['meta.json'];
    expect(await editor.save()).toBe(false);
    await editor.keepMine('meta.json');
    expect(editor.drafts['meta.json'].text).toBe('{"a":1}');
    expect(await editor.save()).toBe(true);
    expect(store.files['meta.json']).toBe('{"a":1}');
  });
});
