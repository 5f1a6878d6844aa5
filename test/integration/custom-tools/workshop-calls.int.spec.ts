import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CustomToolSaved, ToolView } from '@/contract/tools';
import type { SecretRow, ToolCallRow, ToolHealth, TryBody, TryEvent } from '@/contract/workshop';
import { ToolStates } from '@/bundles/custom-tools/states/tool-states.service';
import { AuditService } from '@/people/audit/audit.service';
import { ToolRunner } from '@/tools/registry/tool-runner.service';
import type { Visitor } from '../../support/visitor';
import { WholeServer } from '../../support/whole-server';
import { anAdmin } from './callers';

const WORKSHOP = '/api/admin/workshop/tools';
const SECRET = 'sk-very/secret+1';

interface Answer<T> {
  status: number;
  body: { success: boolean; data: T; error?: string; code?: string };
}

describe('calls in the workshop, with real containers', () => {
  let server: WholeServer;
  let admin: Visitor;
  let user: Visitor;
  let root: string;

  beforeAll(async () => {
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: '' });
    root = path.join(server.dataDir, 'custom_tools');
    [admin, user] = await Promise.all([server.admin(), server.user()]);
  });
  afterAll(() => server?.close());

  const ask = async <T>(method: string, place: string, body?: unknown): Promise<Answer<T>> => {
    const response = await admin.request(method, WORKSHOP + place, body);
    return { status: response.status, body: (await response.json()) as Answer<T>['body'] };
  };
  const put = (id: string, definition: object, code: string, more: Record<string, string> = {}) => {
    mkdirSync(path.join(root, id), { recursive: true });
    const files = {
      'definition.json': JSON.stringify({ id, ...definition }),
      'execution.py': code,
    };
    for (const [name, content] of Object.entries({ ...files, ...more })) {
      writeFileSync(path.join(root, id, name), content);
    }
  };
  const attempt = async (id: string, body: Partial<TryBody> = {}): Promise<TryEvent[]> => {
    const response = await admin.request('POST', `${WORKSHOP}/${id}/try`, {
      version: null,
      arguments: {},
      ...body,
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('application/x-ndjson'),
    ]);
    const lines = (await response.text()).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as TryEvent);
  };
  const endOf = (events: TryEvent[]) => {
    const last = events.at(-1);
    if (last?.type !== 'end') throw new Error('the last line is always the end');
    return last.result;
  };
  const offered = async (visitor: Visitor) =>
    (await visitor.get<{ items: ToolView[] }>('/api/tools')).items.map(({ name }) => name);

  it('try the published version: started, live output, end', async () => {
    put(
      'lively',
      { parameters: { properties: { n: { type: 'integer' } } } },
      'import sys\nprint("out", {n})\nprint("err", file=sys.stderr)\n',
      { 'return.json': JSON.stringify({ truncate: 3, template: 'got {output}' }) },
    );
    const events = await attempt('lively', { arguments: { n: 12345678901234567 } });
    const end = endOf(events);
    expect(events[0]).toEqual({ type: 'started', callId: end.call_id, queuedMs: end.queued_ms });
    expect(events.map(({ type }) => type).filter((type) => type === 'end')).toHaveLength(1);
    const live = events.flatMap((event) => (event.type === 'output' ? [event] : []));
    expect(
      live
        .filter(({ stream }) => stream === 'stderr')
        .map(({ text }) => text)
        .join(''),
    ).toBe('err\n');
    expect(end).toMatchObject({
      status: 'completed',
      output: 'out',
      message: 'got out',
      raw_output: expect.stringMatching(/^out \d+\nerr\n$/) as string,
      truncated: true,
      error_line: null,
    });
    expect(end.memory_peak_bytes).toBeGreaterThan(1_000_000);
    const [row] = (await ask<ToolCallRow[]>('GET', '/lively/calls')).body.data;
    expect(row).toMatchObject({ id: end.call_id, via: 'panel', status: 'completed' });
    await server.get(AuditService).flush();
    const entries = await server.get(AuditService).listNewest();
    expect(entries.filter(({ subject }) => subject === 'lively')).toMatchObject([
      { action: 'tool.call', outcome: 'completed' },
    ]);
  });

  it('try a saved version that nobody published, and name the line a failure ends in', async () => {
    const saved = await ask<{ number: number }>('POST', '/only_draft/versions', {
      base: 0,
      files: {
        'definition.json': '{"id": "only_draft"}',
        'execution.py': 'def deeper():\n    raise KeyError("x")\n\ndeeper()\n',
      },
    });
    expect(saved.status).toBe(201);
    const { number } = saved.body.data;
    const end = endOf(await attempt('only_draft', { version: number }));
    expect(end).toMatchObject({ status: 'error', return_code: 1, error_line: 2 });
    expect(end.stderr).toContain('raise KeyError');
    const [row] = (await ask<ToolCallRow[]>('GET', '/only_draft/calls')).body.data;
    expect(row).toMatchObject({ version: number, status: 'error' });
    expect((await ask('POST', '/only_draft/try', { version: null, arguments: {} })).status).toBe(
      404,
    );
    expect((await ask('POST', '/only_draft/try', { version: 99, arguments: {} })).status).toBe(404);
  });

  it('end at once when the arguments do not fit, without a container', async () => {
    put(
      'strict',
      { parameters: { properties: { n: { type: 'integer' } }, required: ['n'] } },
      'print({n})',
    );
    const events = await attempt('strict');
    expect(events.map(({ type }) => type)).toEqual(['end']);
    expect(endOf(events)).toMatchObject({
      status: 'error',
      code: 'parameter_missing',
      call_id: expect.any(String) as string,
    });
    for (const body of [
      undefined,
      {},
      { version: 0, arguments: {} },
      { version: null, arguments: [] },
    ]) {
      expect((await ask('POST', '/strict/try', body)).status).toBe(400);
    }
  });

  it('stop when the page that asked is closed', async () => {
    put('endless', { timeout: 60 }, 'import time\nprint("begun", flush=True)\ntime.sleep(60)\n');
    const closing = new AbortController();
    const response = await fetch(`${server.url}${WORKSHOP}/endless/try`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: admin.cookie },
      body: JSON.stringify({ version: null, arguments: {} }),
      signal: closing.signal,
    });
    const reader = response.body?.getReader();
    let heard = '';
    while (!heard.includes('started')) {
      heard += new TextDecoder().decode((await reader?.read())?.value);
    }
    closing.abort();
    let row: ToolCallRow | undefined;
    while (row === undefined) [row] = (await ask<ToolCallRow[]>('GET', '/endless/calls')).body.data;
    expect(row.status).toBe('cancelled');
    expect(row.elapsedMs).toBeLessThan(30_000);
  });

  it('are given secrets that come out nowhere', async () => {
    put(
      'keeper',
      { secrets: ['API_KEY'], parameters: { properties: { q: { type: 'string' } } } },
      `import base64, sys, json, urllib.parse
key = SECRETS["API_KEY"]
print(len(key), key, {q})
print(base64.b64encode(key.encode()).decode(), urllib.parse.quote(key), json.dumps([key]))
half = len(key) // 2
sys.stdout.write(key[:half]); sys.stdout.flush()
sys.stdout.write(key[half:]); sys.stdout.flush()
print()
raise ValueError("refused: " + key)
`,
    );
    const missing = endOf(await attempt('keeper', { arguments: { q: '' } }));
    expect(missing).toMatchObject({
      code: 'custom_tool_secret_missing',
      message: expect.stringContaining('API_KEY') as string,
    });
    const set = await ask<SecretRow[]>('PUT', '/keeper/secrets/API_KEY', { value: SECRET });
    expect(set.body.data).toMatchObject([{ name: 'API_KEY', hasValue: true, isNamed: true }]);
    const events = await attempt('keeper', { arguments: { q: `is it ${SECRET}?` } });
    expect(endOf(events)).toMatchObject({
      status: 'error',
      output: expect.stringContaining(`${SECRET.length} ••• is it •••?`) as string,
      message: expect.stringContaining('ValueError: refused: •••') as string,
    });
    const calls = await ask('GET', '/keeper/calls');
    await server.get(AuditService).flush();
    const audit = await server.get(AuditService).listNewest();
    const everything = JSON.stringify([events, set, calls, audit]);
    for (const spelling of [SECRET, encodeURIComponent(SECRET), btoa(SECRET), 'very']) {
      expect(everything).not.toContain(spelling);
    }
    expect((await ask('DELETE', '/keeper/secrets/API_KEY')).status).toBe(200);
    expect((await ask('DELETE', '/keeper/secrets/API_KEY')).status).toBe(404);
    expect((await ask('PUT', '/nobody/secrets/API_KEY', { value: SECRET })).status).toBe(404);
    expect((await ask('PUT', '/keeper/secrets/api-key', { value: SECRET })).status).toBe(400);
  });

  it('keep their new keys through the REST interface, unknown ones too (A-038)', async () => {
    put(
      'rounded',
      { limits: { memory_mb: 64 }, owner: 'team', network: ['a.example'] },
      'print(1)',
    );
    const save = (body: object) =>
      admin.post<{ data: CustomToolSaved }>('/api/admin/custom-tools', { id: 'rounded', ...body });
    const first = await save({ isolation: 'reuse', secrets: ['KEY'], audience: { groups: ['a'] } });
    expect(first.data.tool).toMatchObject({
      limits: { memory_mb: 64, cpus: null, pids: null, output_chars: null },
      network: ['a.example:443'],
      secrets: ['KEY'],
      isolation: 'reuse',
      dangerous: true,
      audience: { groups: ['a'] },
    });
    const second = await save({ limits: null, network: 'none', dangerous: false });
    expect(second.data.tool).toMatchObject({
      limits: { memory_mb: null },
      network: 'none',
      dangerous: false,
      isolation: 'reuse',
    });
    const text = await (
      await admin.request('GET', '/api/admin/custom-tools/file?id=rounded&name=definition.json')
    ).text();
    expect(JSON.parse(text)).toEqual({
      id: 'rounded',
      owner: 'team',
      network: 'none',
      isolation: 'reuse',
      secrets: ['KEY'],
      audience: { groups: ['a'] },
      dangerous: false,
    });
    await expect(save({ secrets: 'KEY' })).rejects.toMatchObject({ status: 400 });
  });

  it('of an opened tool are everyone’s, of a closed one nobody’s, and never tell its source (A-024)', async () => {
    const states = server.get(ToolStates);
    const code = 'margin = 7\nprint("for", {q})\nif {q} == "fail": raise ValueError(margin)\n';
    const definition = {
      audience: 'everyone',
      dangerous: false,
      secrets: ['KEY'],
      parameters: { properties: { q: { type: 'string' } } },
    };
    put('shop', definition, code);
    await ask('PUT', '/shop/secrets/KEY', { value: SECRET });
    const me = await user.get<{ id: string; name: string }>('/api/auth/me');
    const person = anAdmin({ userId: me.id, name: me.name, role: 'user', locale: 'en' });
    const call = (q: string) =>
      server.get(ToolRunner).run(person, {
        name: 'shop',
        argumentsText: JSON.stringify({ q }),
        context: {
          callId: 'call_1',
          conversationId: null,
          runId: null,
          signal: new AbortController().signal,
        },
      });
    expect(await offered(user)).not.toContain('shop');
    expect((await call('x')).outcome.error?.code).toBe('tool_not_found');

    await states.update(anAdmin(), 'shop', { openedTo: 'everyone' });
    expect(await offered(user)).toContain('shop');
    expect((await call('me')).outcome).toMatchObject({ status: 'completed', message: 'for me' });
    const failed = JSON.stringify(await call('fail').then(({ outcome }) => outcome));
    expect(failed).toContain('ValueError: 7');
    expect(failed).not.toMatch(/margin|raise|execution\.py|very/);
    const seen = JSON.stringify(await user.get('/api/tools'));
    expect(seen).not.toMatch(/margin|KEY|code_template/);
    for (const place of ['', '/shop', '/shop/calls', '/shop/health', '/shop/versions']) {
      expect((await user.request('GET', WORKSHOP + place)).status).toBe(403);
    }
    expect((await user.request('GET', '/api/admin/custom-tools/shop')).status).toBe(403);
    const [row] = (await ask<ToolCallRow[]>('GET', '/shop/calls')).body.data;
    expect(row).toMatchObject({ arguments: '', caller: { id: me.id }, via: 'rest' });

    put('shop', { ...definition, audience: 'admins' }, code);
    expect(await offered(user)).not.toContain('shop');
    expect((await call('x')).outcome.error?.code).toBe('tool_not_found');
    // Written behind the answer: naming the old audience again must not bring it back.
    while ((await states.find('shop')).openedTo !== 'admins') await offered(user);
    put('shop', definition, code);
    expect(await offered(user)).not.toContain('shop');
    expect(await offered(admin)).toContain('shop');
  });

  it('make a tool pause itself, which hides it and gives a reason', async () => {
    const states = server.get(ToolStates);
    put('flaky', {}, 'raise ValueError("always")\n');
    await states.update(anAdmin(), 'flaky', { autoPauseAfter: 2 });
    expect(await offered(admin)).toContain('flaky');
    const run = () =>
      admin.post<{ data: { code?: string } }>('/api/admin/custom-tools/flaky/run', {
        arguments: {},
      });
    await run();
    await run();
    const health = await ask<ToolHealth>('GET', '/flaky/health?days=1');
    expect(health.body.data).toMatchObject({ calls: 2, failures: 2, lastFailure: { via: 'rest' } });
    expect(health.body.data.buckets).toHaveLength(24);
    expect((await states.find('flaky')).isPaused).toBe(true);
    expect(await offered(admin)).not.toContain('flaky');
    expect((await run()).data.code).toBe('custom_tool_paused');
    expect(endOf(await attempt('flaky')).code).toBe('script_failed');
    expect((await ask('GET', '/flaky/health?days=2')).status).toBe(400);
  });
});
