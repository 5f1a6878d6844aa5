import type { ToolFileTexts, VersionBody } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { type ExampleStore, placeExample } from './place-example';

const filesFor = (id: string): ToolFileTexts => ({
  'definition.json': JSON.stringify({ id }),
  'execution.py': 'print(1)\n',
});

/** Newest files by id. */
class FakeStore {
  readonly saved: [string, VersionBody][] = [];
  constructor(private readonly tools: Record<string, ToolFileTexts>) {}

  readonly store = {
    tool: (id: string) =>
      this.tools[id]
        ? Promise.resolve({ draft: null, published: { number: 7 } })
        : Promise.reject(
            new ApiError({ error: 'none', code: 'custom_tool_not_found', canRetry: false }, 404),
          ),
    version: (id: string) => Promise.resolve(this.tools[id] ?? {}),
    save: (id: string, body: VersionBody) => {
      this.saved.push([id, body]);
      return Promise.resolve({});
    },
  } as unknown as ExampleStore;
}

describe('an example becomes a draft', () => {
  it('under its own name when nobody has it', async () => {
    const { store, saved } = new FakeStore({});
    expect(await placeExample('calc', filesFor, store)).toBe('calc');
    expect(saved).toEqual([['calc', { base: 0, files: filesFor('calc') }]]);
  });

  it('not at all when it is there already, however its JSON is laid out', async () => {
    const files = {
      ...filesFor('calc'),
      'definition.json': '{ "id":\n"calc" }',
      'meta.json': '{}',
    };
    const { store, saved } = new FakeStore({ calc: files });
    expect(await placeExample('calc', filesFor, store)).toBe('calc');
    expect(saved).toEqual([]);
  });

  it("beside somebody's tool of that name, never over it", async () => {
    const { store, saved } = new FakeStore({ calc: { 'execution.py': 'print(2)' } });
    expect(await placeExample('calc', filesFor, store)).toBe('guide_calc');
    expect(saved.map(([id]) => id)).toEqual(['guide_calc']);
  });

  it('as a new version where the own name was tried before', async () => {
    const other = { 'execution.py': 'print(2)' };
    const { store, saved } = new FakeStore({ calc: other, guide_calc: other });
    expect(await placeExample('calc', filesFor, store)).toBe('guide_calc');
    expect(saved.map(([, { base }]) => base)).toEqual([7]);
  });

  it('and says so when the server fails', async () => {
    const failing = {
      tool: () => Promise.reject(new TypeError('gone')),
    } as unknown as ExampleStore;
    await expect(placeExample('calc', filesFor, failing)).rejects.toThrow('gone');
  });
});
