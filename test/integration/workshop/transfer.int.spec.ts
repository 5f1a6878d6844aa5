import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ImportResult } from '@/contract/workshop';
import { rawZip, type RawEntry } from '../../support/raw-zip';
import { printing, WorkshopServer } from './workshop-server';

const WORKSHOP = '/api/admin/workshop';
const tool = (id: string, text: string): RawEntry[] =>
  Object.entries(printing(id, text)).map(([name, data]) => ({ name: `${id}/${name}`, data }));

describe('tools as zip files', () => {
  let workshop: WorkshopServer;

  beforeAll(async () => {
    workshop = await WorkshopServer.start();
  });
  afterAll(() => workshop.close());

  const send = async (body: Buffer, type = 'application/zip') => {
    const response = await fetch(`${workshop.server.url}${WORKSHOP}/import`, {
      method: 'POST',
      headers: { cookie: workshop.admin.cookie, 'content-type': type },
      body: new Uint8Array(body),
    });
    const answer = (await response.json()) as { data: ImportResult; code?: string };
    return { status: response.status, code: answer.code, imported: answer.data?.imported };
  };
  const fetchZip = async (query = '') => {
    const response = await workshop.admin.request('GET', `${WORKSHOP}/export${query}`);
    expect(response.headers.get('content-type')).toContain('application/zip');
    return Buffer.from(await response.arrayBuffer());
  };
  const everything = () =>
    readdirSync(workshop.server.dataDir, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('postgres'))
      .sort();

  it('go out as plain files in one folder per tool, as any unzip reads them', async () => {
    const zip = await fetchZip();
    const place = mkdtempSync(path.join(tmpdir(), 'toolyard-zip-'));
    writeFileSync(path.join(place, 'all.zip'), zip);
    execFileSync('python3', ['-m', 'zipfile', '-e', 'all.zip', '.'], { cwd: place });
    expect(readdirSync(place).sort()).toEqual(['all.zip', 'calc', 'echo', 'greet', 'text_len']);
    for (const name of readdirSync(path.join(place, 'calc'))) {
      const file = path.join(place, 'calc', name);
      expect(statSync(file).isFile()).toBe(true);
      expect(readFileSync(file, 'utf8')).toBe(workshop.read('calc', name));
    }
    rmSync(place, { recursive: true });
    expect((await fetchZip()).equals(zip)).toBe(true);
    expect((await fetchZip('?id=calc')).length).toBeLessThan(zip.length);
  });

  it('come in as drafts, whose files are published by hand', async () => {
    const answer = await send(rawZip([...tool('zipped', 'one'), ...tool('calc', 'changed')]));
    expect(answer).toEqual({
      status: 200,
      code: undefined,
      imported: [
        { id: 'calc', number: 2, isNew: false },
        { id: 'zipped', number: 1, isNew: true },
      ],
    });
    expect(workshop.read('zipped', 'execution.py')).toBeNull();
    expect(await workshop.tool('calc')).toMatchObject({
      published: { number: 1 },
      draft: { number: 2, source: 'import', author: { name: 'admin' } },
    });
    expect((await workshop.publish('zipped', 1)).published?.source).toBe('import');
    expect(workshop.read('zipped', 'execution.py')).toBe("print('one')\n");
  });

  it('come in as they went out, without a new version', async () => {
    const { imported } = await send(await fetchZip('?id=echo'));
    expect(imported).toEqual([{ id: 'echo', number: 1, isNew: false }]);
    expect((await workshop.tool('echo')).draft).toBeNull();
    expect((await send(await fetchZip('?id=zipped'))).imported).toEqual([
      { id: 'zipped', number: 1, isNew: false },
    ]);
  });

  it('of which one is bad change nothing at all, in the database or on the disk (S-37)', async () => {
    const before = everything();
    const good = tool('aaa_good', 'x');
    const bad: RawEntry[][] = [
      [{ name: '../../escaped/execution.py', data: 'x' }],
      [{ name: '/tmp/toolyard-escaped/execution.py', data: 'x' }],
      [
        { name: 'evil', data: workshop.server.dataDir, mode: 0o120777 },
        { name: 'evil/execution.py', data: 'x' },
      ],
      [...tool('zzz', '1'), ...tool('zzz', '2')],
      [...tool('zzz', '1'), ...tool('ZZZ', '2')],
      tool('bash', 'x'),
      tool('CALC', 'x'),
      [{ name: 'execution.py', data: 'no id anywhere' }],
      [{ name: 'zzz/meta.json', data: 'x'.repeat(300_000) }],
      [{ name: 'zzz/execution.py', data: Buffer.alloc(90_000_000), isDeflated: true }],
      [
        { name: 'one/definition.json', data: '{"id": "same"}' },
        { name: 'two/definition.json', data: '{"id": "same"}' },
      ],
    ];
    for (const entries of bad) {
      const { status, code } = await send(rawZip([...good, ...entries]));
      expect(`${status} ${code}`).toMatch(
        /^(400 archive_refused|400 archive_too_large|409 custom_tool_id_taken)$/,
      );
    }
    expect(everything()).toEqual(before);
    expect(existsSync('/tmp/toolyard-escaped')).toBe(false);
    expect((await workshop.list()).map(({ id }) => id)).toEqual([
      'calc',
      'echo',
      'greet',
      'text_len',
      'zipped',
    ]);
  });

  it('lose their permissions: a set-user-id bit goes nowhere (S-37)', async () => {
    const [definition, execution] = tool('setuid', 'x');
    await send(rawZip([definition!, { ...execution!, mode: 0o106777 }]));
    await workshop.publish('setuid', 1);
    const { mode } = statSync(path.join(workshop.root, 'setuid', 'execution.py'));
    expect(mode & 0o7133).toBe(0);
  });

  it('are taken as application/zip only, and in a bounded size (S-12)', async () => {
    const zip = rawZip(tool('other', 'x'));
    expect(await send(zip, 'text/plain')).toMatchObject({ status: 400, code: 'unsupported_body' });
    expect(await send(zip, 'application/json')).toMatchObject({ status: 400 });
    expect(await send(Buffer.alloc(0))).toMatchObject({ status: 400, code: 'archive_refused' });
    expect(await send(Buffer.alloc(21 * 1024 * 1024))).toMatchObject({
      status: 400,
      code: 'archive_too_large',
    });
  });
});
