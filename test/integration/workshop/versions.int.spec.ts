import { randomUUID } from 'node:crypto';
import type { VersionRow, WorkshopTool } from '@/contract/workshop';
import { AuditService } from '@/people/audit/audit.service';
import { Publishing } from '@/bundles/custom-tools/versions/publishing.service';
import { VersionsService } from '@/bundles/custom-tools/versions/versions.service';
import { RegistryService } from '@/tools/registry/registry.service';
import { anAdmin } from '../custom-tools/callers';
import { printing, WorkshopServer } from './workshop-server';

const shape = (rows: VersionRow[]) =>
  rows.map(({ number, source, isPublished }) => `${number} ${source}${isPublished ? ' *' : ''}`);

describe('versions of custom tools', () => {
  let workshop: WorkshopServer;

  beforeAll(async () => {
    workshop = await WorkshopServer.start();
  });
  afterAll(() => workshop.close());

  it('begin with what the disk holds, by nobody', async () => {
    const [calc] = await workshop.list();
    expect(calc).toMatchObject({
      id: 'calc',
      published: { number: 1, source: 'disk', author: null, isPublished: true, tests: null },
      draft: null,
      state: { isPaused: false, usesDraftInChat: false, openedTo: 'admins' },
    });
    expect(calc?.published?.hash).toBe(calc?.tool.hash);
    const { files } = await workshop.version('calc', 1);
    expect(files['execution.py']).toBe(workshop.read('calc', 'execution.py'));
  });

  it('keep a draft apart from what is published', async () => {
    const saved = await workshop.save('first', { base: 0, files: printing('first', 'one') });
    expect(saved).toMatchObject({
      number: 1,
      source: 'workshop',
      author: { name: 'admin' },
      isPublished: false,
      tool: { id: 'first', invalid: false },
    });
    expect(workshop.read('first', 'execution.py')).toBeNull();
    expect(await workshop.tool('first')).toMatchObject({ published: null, draft: { number: 1 } });
    const { published, draft } = await workshop.publish('first', 1, { note: 'hello' });
    expect([published?.number, draft]).toEqual([1, null]);
    expect(workshop.read('first', 'execution.py')).toBe("print('one')\n");

    await workshop.save('first', { base: 1, files: printing('first', 'two'), note: 'better' });
    expect(await workshop.tool('first')).toMatchObject({
      published: { number: 1 },
      draft: { number: 2, note: 'better' },
    });
    expect(workshop.read('first', 'execution.py')).toBe("print('one')\n");
  });

  it('give the version that exists for equal files', async () => {
    const again = await workshop.admin.request('POST', '/api/admin/workshop/tools/first/versions', {
      base: 0,
      files: printing('first', 'two'),
    });
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject({ data: { number: 2 } });
  });

  it('let nobody overwrite what somebody saved meanwhile (A-086)', async () => {
    const stale = { base: 1, files: printing('first', 'mine') };
    expect(await workshop.refusal('POST', '/tools/first/versions', stale)).toBe(
      '409 custom_tool_draft_changed',
    );
    expect(await workshop.versions('first')).toHaveLength(2);
  });

  it('roll back by a new version, and forget nothing', async () => {
    await workshop.publish('first', 2);
    const { published } = await workshop.publish('first', 1);
    expect(published).toMatchObject({ number: 3, source: 'rollback', note: 'Back to version 1' });
    expect(workshop.read('first', 'execution.py')).toBe("print('one')\n");
    expect(shape(await workshop.versions('first'))).toEqual([
      '3 rollback *',
      '2 workshop',
      '1 workshop',
    ]);
  });

  it('see a change made by hand, also one that brings old files back', async () => {
    workshop.put('first', printing('first', 'by hand'));
    expect((await workshop.tool('first')).published).toMatchObject({
      number: 4,
      source: 'disk',
      author: null,
    });
    workshop.put('first', printing('first', 'two'));
    expect(shape(await workshop.versions('first')).slice(0, 2)).toEqual(['5 disk *', '4 disk']);
    expect(await workshop.versions('first')).toHaveLength(5);
  });

  it('keep every byte: a byte order mark, U+0000 and both kinds of line ends', async () => {
    const files = {
      'definition.json': '\ufeff{"id": "bytes"}',
      'execution.py': 'a = "\u0000"\r\nb = 1\n',
    };
    workshop.put('bytes', files);
    const { published, tool } = await workshop.tool('bytes');
    expect(published?.hash).toBe(tool.hash);
    expect((await workshop.version('bytes', 1)).files).toEqual(files);
    workshop.put('bytes', printing('bytes', 'other'));
    await workshop.tool('bytes');
    await workshop.publish('bytes', 1);
    expect(workshop.read('bytes', 'execution.py')).toBe(files['execution.py']);
    expect(workshop.read('bytes', 'definition.json')).toBe(files['definition.json']);
  });

  it('come from the REST interface too, with their author, and lie on the disk at once', async () => {
    const body = { id: 'rested', execution_code: 'print(1)' };
    await workshop.admin.post('/api/admin/custom-tools', body);
    await workshop.admin.post('/api/admin/custom-tools/file', {
      id: 'rested',
      name: 'tests.json',
      content: '{"cases": []}',
    });
    expect(workshop.read('rested', 'tests.json')).toBe('{"cases": []}');
    const rows = await workshop.versions('rested');
    expect(shape(rows)).toEqual(['2 rest *', '1 rest']);
    expect(rows[0]?.author?.name).toBe('admin');
    await workshop.admin.post('/api/admin/custom-tools', body);
    expect(await workshop.versions('rested')).toHaveLength(2);
  });

  it('are numbered without gaps when many save at once', async () => {
    const versions = workshop.server.get(VersionsService);
    const save = (n: number) =>
      versions.exclusively('many', () =>
        versions.add(anAdmin(), 'many', { files: printing('many', `${n}`), source: 'workshop' }),
      );
    const saved = await Promise.all(Array.from({ length: 20 }, (_, n) => save(n)));
    const numbers = saved.map(({ number }) => number).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    await expect(
      versions.exclusively('many', async () => {
        await versions.add(anAdmin(), 'many', { files: {}, source: 'workshop' });
        throw new Error('the disk is full');
      }),
    ).rejects.toThrow('the disk is full');
    expect((await save(99)).number).toBe(21);
  });

  it('drop what lies far behind, but never what the folder holds', async () => {
    const versions = workshop.server.get(VersionsService);
    await workshop.save('old', { base: 0, files: printing('old', 'first') });
    await workshop.publish('old', 1);
    for (let n = 0; n < 205; n++) {
      const files = printing('old', `${n}`);
      await versions.exclusively('old', () =>
        versions.add(anAdmin(), 'old', { files, source: 'workshop' }),
      );
    }
    const page = await workshop.ask<VersionRow[]>('GET', '/tools/old/versions?before=10');
    expect(page.map(({ number }) => number)).toEqual([9, 8, 7, 1]);
    expect(page.at(-1)?.isPublished).toBe(true);
    expect(await workshop.refusal('GET', '/tools/old/versions/2')).toBe(
      '404 custom_tool_version_not_found',
    );
  });

  it('leave neither version nor ledger entry when the folder cannot be written', async () => {
    const folders = workshop.server.get(Publishing)['folders'];
    const write = folders.write.bind(folders);
    folders.write = () => Promise.reject(new Error('no space left on device'));
    const body = { id: 'rested', execution_code: 'print(2)' };
    const answer = await workshop.admin.request('POST', '/api/admin/custom-tools', body);
    folders.write = write;
    expect(answer.status).toBe(500);
    expect(await workshop.versions('rested')).toHaveLength(2);
  });

  it('heal what a crash leaves between folder and database', async () => {
    await workshop.save('crash', { base: 0, files: printing('crash', 'one') });
    // Killed after the rename and before the commit: the files lie there, the database does not know.
    workshop.put('crash', printing('crash', 'one'));
    expect(await workshop.tool('crash')).toMatchObject({
      published: { number: 1, source: 'workshop', author: { name: 'admin' } },
      draft: null,
    });
  });

  it('survive the removal of their tool, and bring it back', async () => {
    await workshop.save('gone', { base: 0, files: printing('gone', 'one') });
    await workshop.publish('gone', 1);
    await workshop.save('gone', { base: 1, files: printing('gone', 'two') });
    await workshop.admin.remove('/api/admin/custom-tools?id=gone');
    expect(workshop.read('gone', 'execution.py')).toBeNull();
    expect((await workshop.list()).map(({ id }) => id)).not.toContain('gone');
    expect(await workshop.refusal('GET', '/tools/gone')).toBe('404 custom_tool_not_found');
    expect(shape(await workshop.versions('gone'))).toEqual(['2 workshop', '1 workshop']);
    await workshop.publish('gone', 1);
    expect(workshop.read('gone', 'execution.py')).toBe("print('one')\n");
    expect((await workshop.tool('gone')).published).toMatchObject({ number: 3 });
  });

  it('let a new tool begin where a removed one was, and a draft be thrown away', async () => {
    await workshop.save('brief', { base: 0, files: printing('brief', 'one') });
    await workshop.admin.remove('/api/admin/custom-tools?id=brief');
    expect((await workshop.list()).map(({ id }) => id)).not.toContain('brief');
    const again = await workshop.save('brief', { base: 0, files: printing('brief', 'one') });
    expect(again.number).toBe(2);
    expect((await workshop.tool('brief')).draft?.number).toBe(2);
  });

  it('refuse ids that no tool may have, and such as differ only by case (A-019, A-022)', async () => {
    const body = { base: 0, files: {} };
    for (const id of ['1x', 'Bash', 'mcp_x', '%00', '..%2fx']) {
      expect(await workshop.refusal('POST', `/tools/${id}/versions`, body)).toBe(
        '400 custom_tool_id_refused',
      );
      expect(await workshop.refusal('GET', `/tools/${id}`)).toBe('404 custom_tool_not_found');
    }
    for (const id of ['CALC', 'Brief']) {
      expect(await workshop.refusal('POST', `/tools/${id}/versions`, body)).toBe(
        '409 custom_tool_id_taken',
      );
    }
  });

  it('do not exist for folders without an id of their own, which are shown all the same', async () => {
    workshop.put('nul', { 'definition.json': '{"id": "a\\u0000b"}', 'execution.py': '' });
    workshop.put('twin', printing('calc', 'x'));
    const shown = (await workshop.list()).filter(({ id }) => ['nul', 'twin'].includes(id));
    expect(shown).toMatchObject([
      { id: 'nul', tool: { invalid_id: true }, published: null, draft: null },
      { id: 'twin', tool: { invalid: true }, published: null, draft: null },
    ]);
    expect((await workshop.tool('a%00b')).id).toBe('nul');
    expect(await workshop.versions('twin')).toEqual([]);
    const body = { base: 0, files: {} };
    expect(await workshop.refusal('POST', '/tools/twin/versions', body)).toBe(
      '409 custom_tool_id_taken',
    );
    await workshop.admin.remove('/api/admin/custom-tools?id=twin');
    expect((await workshop.tool('calc')).published).not.toBeNull();
    workshop.drop('nul');
  });

  it('take any note, and know no tool whose name no database can keep', async () => {
    await workshop.save('noted', { base: 0, files: printing('noted', 'x'), note: 'a\u0000b' });
    expect((await workshop.tool('noted')).draft?.note).toBe('a␀b');
    for (const place of ['a%00b', 'a%00b/versions', 'a%00b/calls', 'a%00b/health']) {
      expect(await workshop.refusal('GET', `/tools/${place}`)).toMatch(/^404 /);
    }
  });

  it('are saved by one of two who began with the same', async () => {
    await workshop.save('race', { base: 0, files: printing('race', 'one') });
    const saves = await Promise.all(
      ['a', 'b', 'c', 'd'].map((text) =>
        workshop.admin.request('POST', '/api/admin/workshop/tools/race/versions', {
          base: 1,
          files: printing('race', text),
        }),
      ),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    expect(await workshop.versions('race')).toHaveLength(2);
  });

  it('may be broken as drafts, but are not published so', async () => {
    const broken = { base: 0, files: { 'definition.json': '{', 'execution.py': 'x' } };
    const { tool, number } = await workshop.save('broken', broken);
    expect(tool).toMatchObject({ invalid: true, error_position: { line: 1, column: 2 } });
    const refused = '400 custom_tool_version_invalid';
    expect(await workshop.refusal('POST', '/tools/broken/publish', { number })).toBe(refused);
    const other = { base: 1, files: printing('somebody', 'x') };
    await workshop.save('broken', other);
    expect(await workshop.refusal('POST', '/tools/broken/publish', { number: 2 })).toBe(refused);
    expect(workshop.read('broken', 'definition.json')).toBeNull();
    const large = { base: 2, files: { 'meta.json': 'x'.repeat(300_000) } };
    expect(await workshop.refusal('POST', '/tools/broken/versions', large)).toBe(
      '400 custom_tool_refused',
    );
  });

  it('are tried in chat by the one who asks for it, and by nobody else', async () => {
    await workshop.save('chatty', {
      base: 0,
      files: printing('chatty', 'a', { description: 'A' }),
    });
    await workshop.publish('chatty', 1);
    await workshop.save('chatty', {
      base: 1,
      files: printing('chatty', 'b', { description: 'B' }),
    });
    await workshop.save('unborn', { base: 0, files: printing('unborn', 'x') });
    const me = await workshop.admin.get<{ id: string }>('/api/auth/me');
    const registry = workshop.server.get(RegistryService);
    const seenBy = async (userId: string, id: string) =>
      (await registry.findTool(anAdmin({ userId }), id))?.description;
    const use = (id: string, usesDraftInChat: boolean) =>
      workshop.ask<WorkshopTool>('PATCH', `/tools/${id}/state`, { usesDraftInChat });
    expect(await seenBy(me.id, 'chatty')).toBe('A');
    expect((await use('chatty', true)).state.usesDraftInChat).toBe(true);
    await use('unborn', true);
    expect(await seenBy(me.id, 'chatty')).toBe('B');
    expect(await seenBy(me.id, 'unborn')).toBe('unborn');
    expect(await seenBy(anAdmin().userId, 'chatty')).toBe('A');
    expect(await seenBy(anAdmin().userId, 'unborn')).toBeUndefined();
    // What a draft does counts for nobody, and a pause is for what is published.
    await workshop.ask('PATCH', '/tools/chatty/state', { isPaused: true });
    const author = anAdmin({ userId: me.id });
    const draft = await registry.findTool(author, 'chatty');
    const output = await draft?.call(author, '{}', {
      ...{ callId: randomUUID(), conversationId: randomUUID(), runId: null },
      signal: AbortSignal.timeout(20_000),
    });
    expect(output).toMatchObject({ status: 'completed', message: 'b' });
    expect((await workshop.tool('chatty')).health.calls).toBe(0);
    await workshop.ask('PATCH', '/tools/chatty/state', { isPaused: false });
    await workshop.save('chatty', { base: 2, files: { 'definition.json': '{' } });
    expect(await seenBy(me.id, 'chatty')).toBe('A');
    expect((await use('chatty', false)).state.usesDraftInChat).toBe(false);
  });

  it('come with health and secrets of their tool', async () => {
    const needs = printing('needs', 'x', { secrets: ['API_KEY'] });
    await workshop.save('needs', { base: 0, files: needs });
    await workshop.ask('PUT', '/tools/needs/secrets/API_KEY', { value: 'a long secret value' });
    const { secrets, health } = await workshop.tool('needs');
    expect(secrets).toMatchObject([{ name: 'API_KEY', hasValue: true, isNamed: true }]);
    expect(health).toMatchObject({ calls: 0, p50Ms: null, lastFailure: null });
    await workshop.admin.remove('/api/admin/custom-tools?id=needs');
    await workshop.save('needs', { base: 0, files: needs });
    expect((await workshop.tool('needs')).secrets).toMatchObject([{ hasValue: false }]);
  });

  it('are open to more people only after a deliberate word', async () => {
    const open = (text: string) => printing('open', text, { audience: 'everyone' });
    await workshop.save('open', { base: 0, files: printing('open', 'one') });
    await workshop.publish('open', 1);
    await workshop.save('open', { base: 1, files: open('two') });
    const needs = '409 audience_needs_confirmation';
    expect(await workshop.refusal('POST', '/tools/open/publish', { number: 2 })).toBe(needs);
    const wrong = { number: 2, openTo: { groups: ['a'] } };
    expect(await workshop.refusal('POST', '/tools/open/publish', wrong)).toBe(needs);
    expect(workshop.read('open', 'execution.py')).toBe("print('one')\n");
    const opened = await workshop.publish('open', 2, { openTo: 'everyone' });
    expect(opened.state.openedTo).toBe('everyone');
    await workshop.save('open', { base: 2, files: open('three') });
    expect((await workshop.publish('open', 3)).state.openedTo).toBe('everyone');
    expect((await workshop.publish('open', 1)).state.openedTo).toBe('admins');
    expect(await workshop.refusal('POST', '/tools/open/publish', { number: 3 })).toBe(needs);
    const patch = { openedTo: 'everyone' };
    expect(await workshop.refusal('PATCH', '/tools/open/state', patch)).toBe(
      '400 audience_not_asked_for',
    );
  });

  it('are told in the ledger, each deed once (A-027)', async () => {
    const audit = workshop.server.get(AuditService);
    const deeds = await audit.listNewest(null, 1000);
    const of = (subject: string) =>
      deeds
        .filter((deed) => deed.subject === subject && deed.action.startsWith('custom_tool'))
        .map(({ action }) => action.replace('custom_tool.', ''))
        .reverse();
    expect(of('gone')).toEqual(['draft', 'publish', 'draft', 'delete', 'publish']);
    expect(of('first').slice(-2)).toEqual(['found', 'found']);
    expect(of('rested')).toEqual(['create', 'update', 'update']);
  });
});
