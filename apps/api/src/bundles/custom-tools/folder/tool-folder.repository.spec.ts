import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import { seedExamples } from '../seed-examples';
import { ToolFolderRepository } from './tool-folder.repository';

describe('ToolFolderRepository', () => {
  let root: string;
  let folders: ToolFolderRepository;

  beforeEach(async () => {
    root = path.join(mkdtempSync(path.join(tmpdir(), 'toolyard-folders-')), 'tools');
    const config = readConfig({ CUSTOM_TOOL_DIR: root, LOG_LEVEL: 'silent' });
    folders = new ToolFolderRepository(config, new Log(config));
    await folders.recover();
  });
  afterEach(() => rmSync(path.dirname(root), { recursive: true, force: true }));

  const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

  it('reads a folder again only when a file changed, however small the change (A-012)', async () => {
    await folders.write('a', { 'definition.json': '{}', 'execution.py': '1' });
    const [before] = await folders.listFolders();
    expect((await folders.listFolders())[0]).toBe(before);
    const file = path.join(root, 'a', 'execution.py');
    writeFileSync(file, '2');
    utimesSync(file, 1, 1);
    const [after] = await folders.listFolders();
    expect(after).not.toBe(before);
    expect(after?.files['execution.py']?.text).toBe('2');
  });

  it('keeps files it does not know and removes what is set to null (A-087)', async () => {
    await folders.write('a', { 'definition.json': '{}', 'meta.json': '{}' });
    writeFileSync(path.join(root, 'a', 'notes.txt'), 'mine');
    await folders.write('a', { 'meta.json': null, 'execution.py': 'x' });
    expect(readdirSync(path.join(root, 'a')).sort()).toEqual([
      'definition.json',
      'execution.py',
      'notes.txt',
    ]);
    expect(readdirSync(path.join(root, '.staging'))).toEqual([]);
  });

  it('puts back a folder that a crash left between two renames, and finishes a removal', async () => {
    const place = path.join(root, '.staging', 'x');
    mkdirSync(path.join(place, 'old'), { recursive: true });
    mkdirSync(path.join(place, 'next'));
    writeFileSync(path.join(place, 'old', 'execution.py'), 'old');
    writeFileSync(path.join(place, 'directory'), 'lost');
    const removed = path.join(root, '.staging', 'y');
    mkdirSync(path.join(removed, 'old'), { recursive: true });
    writeFileSync(path.join(removed, 'directory'), 'gone');
    await folders.recover();
    expect(text('lost/execution.py')).toBe('old');
    expect(existsSync(path.join(root, 'gone'))).toBe(false);
    expect(existsSync(path.join(root, '.staging'))).toBe(false);
  });

  it('gives an empty list when the root cannot be listed (A-015)', async () => {
    rmSync(root, { recursive: true });
    expect(await folders.listFolders()).toEqual([]);
  });

  it('never leaves the root, whatever the name', async () => {
    await folders.write('../escaped', { 'execution.py': 'x' });
    expect(existsSync(path.join(path.dirname(root), 'escaped'))).toBe(false);
  });

  it('seeds the examples into a new folder only', async () => {
    rmSync(root, { recursive: true });
    await seedExamples(root);
    expect(readdirSync(root).sort()).toEqual(['calc', 'echo', 'greet', 'text_len']);
    await folders.remove('calc');
    await seedExamples(root);
    expect(existsSync(path.join(root, 'calc'))).toBe(false);
  });
});
