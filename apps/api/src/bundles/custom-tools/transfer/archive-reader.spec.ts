import { buffer } from 'node:stream/consumers';
import { rawZip, type RawEntry } from '../../../../../../test/support/raw-zip';
import { MOST_ENTRIES, readArchive } from './archive-reader';
import { writeArchive } from './archive-writer';

const GOOD: RawEntry[] = [
  { name: 'calc/definition.json', data: '{"id": "calc"}' },
  { name: 'calc/execution.py', data: 'print(1)\n' },
];
const refusal = async (bytes: Buffer): Promise<string> =>
  readArchive(bytes).then(
    () => 'taken',
    (thrown: Error) => thrown.message,
  );
const withGood = (...entries: RawEntry[]) => refusal(rawZip([...GOOD, ...entries]));
const link = (name: string, to: string): RawEntry => ({ name, data: to, mode: 0o120777 });

describe('an archive of tools', () => {
  it('is read folder by folder, wherever the folders lie', async () => {
    const entries = [
      { name: 'tools/', mode: 0o40755 },
      ...GOOD.map((entry) => ({ ...entry, name: `tools/${entry.name}`, isDeflated: true })),
      { name: 'tools/echo/execution.py', data: '\ufeffprint(2)\r\n' },
    ];
    expect(await readArchive(rawZip(entries))).toEqual([
      {
        folder: 'calc',
        files: { 'definition.json': '{"id": "calc"}', 'execution.py': 'print(1)\n' },
      },
      { folder: 'echo', files: { 'execution.py': '\ufeffprint(2)\r\n' } },
    ]);
    expect(await readArchive(rawZip([{ name: 'execution.py', data: 'x' }]))).toEqual([
      { folder: '', files: { 'execution.py': 'x' } },
    ]);
  });

  it('leaves out what is no file of a tool: readme, nested archive, what systems add', async () => {
    const others = [
      { name: 'README.md', data: 'x' },
      { name: 'calc/inner.zip', data: rawZip([link('execution.py', '/etc/passwd')]) },
      { name: '__MACOSX/calc/execution.py', data: 'x' },
      { name: '.git/definition.json', data: 'x' },
    ];
    expect(await readArchive(rawZip([...GOOD, ...others]))).toEqual(
      await readArchive(rawZip(GOOD)),
    );
  });

  it('comes out as it went in, the same bytes whenever it is packed', async () => {
    const tools = await readArchive(rawZip(GOOD));
    const pack = () => buffer(writeArchive([{ folder: 'b', files: {} }, ...tools]));
    const packed = await pack();
    expect(await readArchive(packed)).toEqual(tools);
    expect((await pack()).equals(packed)).toBe(true);
  });
});

describe('a hostile archive (S-37)', () => {
  it.each([
    '../x/execution.py',
    'calc/../../execution.py',
    '/etc/execution.py',
    'C:/execution.py',
    'C:execution.py',
    '..\\x\\execution.py',
    'calc\\execution.py',
    'calc//execution.py',
    './calc/execution.py',
    'calc/\u0000/execution.py',
    'calc/\u202e/execution.py',
    '..',
    '/',
    `${'deep/'.repeat(60)}execution.py`,
    `${'n'.repeat(5000)}/execution.py`,
  ])('is refused for the path %j', async (name) => {
    expect(await withGood({ name, data: 'x' })).toMatch(/^The archive was refused: /);
  });

  it('is refused for a link, alone or with a file that goes through it', async () => {
    const plain = 'not a plain file';
    expect(await withGood(link('evil', '/etc'))).toContain(plain);
    expect(await withGood(link('evil', '/etc'), { name: 'evil/execution.py' })).toContain(plain);
    expect(await withGood(link('x/execution.py', '/etc/passwd'))).toContain(plain);
    expect(await withGood(link('x/', '/etc'))).toContain(plain);
  });

  it.each([
    ['a pipe', 0o010644],
    ['a device', 0o060644],
    ['a socket', 0o140644],
    ['a folder named as a file', 0o040755],
  ])('is refused for %s', async (_, mode) => {
    expect(await withGood({ name: 'x/execution.py', mode })).toContain('not a plain file');
  });

  it('is refused for two entries in one place, and for a file where a folder is', async () => {
    expect(await withGood(GOOD[1]!)).toContain('there twice');
    expect(await withGood({ name: 'calc/Execution.PY' })).toContain('there twice');
    expect(await withGood({ name: 'Calc/meta.json' })).toContain('only by case');
    expect(await withGood({ name: 'calc' })).toContain('there twice');
    expect(await withGood({ name: 'e\u0301/meta.json' }, { name: '\u00e9/meta.json' })).toContain(
      'only by case',
    );
  });

  it('is refused for what it says it unpacks to, before anything is unpacked', async () => {
    const bomb = { name: 'x/execution.py', data: Buffer.alloc(10_000_000), isDeflated: true };
    expect(await withGood(bomb)).toContain('larger than 1024 KiB');
    const many = Array.from({ length: 10 }, (_, n) => ({ ...bomb, name: `${n}.bin` }));
    expect(await withGood(...many)).toContain('at most 64 MiB unpacked');
    const huge = { name: 'huge.bin', data: 'x', isDeflated: true, saysSize: 0xffff_fff0 };
    expect(await withGood(huge)).toContain('at most 64 MiB unpacked');
  });

  it('is refused as soon as it unpacks to more than it says', async () => {
    const lie = { ...GOOD[1]!, data: Buffer.alloc(20_000_000), isDeflated: true, saysSize: 10 };
    expect(await refusal(rawZip([lie]))).toContain('not a sound zip file');
    expect(await refusal(rawZip([{ ...GOOD[1]!, saysCrc: 1 }]))).toContain('damaged');
  });

  it('is refused for too many entries, whatever they are', async () => {
    const entries = Array.from({ length: MOST_ENTRIES + 1 }, (_, n) => ({ name: `${n}` }));
    expect(await refusal(rawZip(entries))).toContain(`at most ${MOST_ENTRIES} entries`);
    expect(await refusal(rawZip(GOOD, { entryCount: 60_000 }))).toContain('at most');
  });

  it('is refused when a file is encrypted, no text, or not there', async () => {
    expect(
      await withGood({ name: 'x/execution.py', isEncrypted: true, isDeflated: true }),
    ).toContain('encrypted');
    expect(await withGood({ name: 'x/meta.json', data: Buffer.from([0xff]) })).toContain(
      'not UTF-8',
    );
    const cut = rawZip(GOOD).subarray(0, -30);
    for (const bytes of [Buffer.alloc(0), Buffer.from('PK'), Buffer.alloc(100), cut]) {
      expect(await refusal(bytes)).toContain('not a sound zip file');
    }
  });

  it('never does anything but refuse: any byte of a good one changed', async () => {
    const good = rawZip([
      ...GOOD,
      { name: 'x/execution.py', data: 'x'.repeat(50), isDeflated: true },
    ]);
    const expected = await readArchive(good);
    for (let at = 0; at < good.length; at++) {
      for (const value of [0, 0xff, (good[at] ?? 0) ^ 1]) {
        const bytes = Buffer.from(good);
        bytes[at] = value;
        const read = await readArchive(bytes).catch((thrown: Error) => thrown.name);
        if (typeof read === 'string') expect(read).toMatch(/^Archive(Refused|TooLarge)$/);
        else expect(read.length).toBeLessThanOrEqual(expected.length + 1);
      }
    }
  });
});
