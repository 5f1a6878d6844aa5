import { randomUUID } from 'node:crypto';
import type { RunEvent } from '@/contract/chat';
import type {
  PolicyAnswer,
  PolicyDocument,
  PolicyImpact,
  PolicyReach,
  PolicyRule,
  PolicyView,
} from '@/contract/policy';
import type { ToolView } from '@/contract/tools';
import { connectModel } from '../support/configured-model';
import { UpstreamProcess } from '../support/upstream-process';
import type { Refused, Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

const POLICY = '/api/admin/policy';

describe('the policy console', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let admin: Visitor;
  let user: Visitor;
  let userId: string;
  let model: string;

  beforeAll(async () => {
    [server, upstream] = await Promise.all([
      WholeServer.start({ CUSTOM_TOOL_DIR: '', CONTAINER_STOCK: '1' }),
      UpstreamProcess.start(),
    ]);
    admin = await server.admin();
    user = await server.user();
    userId = (await user.get<{ id: string }>('/api/auth/me')).id;
    model = await connectModel(admin, upstream.url);
    for (const id of ['open_tool', 'admin_tool']) {
      await admin.post('/api/admin/custom-tools', {
        id,
        description: 'Says hello.',
        parameters: { type: 'object', properties: { who: { type: 'string' } } },
        dangerous: false,
        audience: id === 'open_tool' ? 'everyone' : 'admins',
        execution_code: 'print("hello")\n',
      });
    }
    await admin.patch('/api/admin/workshop/tools/open_tool/state', { openedTo: 'everyone' });
  });

  afterAll(async () => {
    await upstream?.stop();
    await server?.close();
  });

  const rule = (change: Partial<PolicyRule>): PolicyRule => ({
    id: randomUUID(),
    scope: { type: 'everyone' },
    target: { type: 'tool', tool: 'open_tool' },
    effect: 'deny',
    conditions: [],
    expiresAt: null,
    approverGroupId: null,
    note: '',
    ...change,
  });

  const view = () => admin.get<PolicyView>(POLICY);
  const withRules = async (...rules: PolicyRule[]): Promise<PolicyDocument> => ({
    ...(await view()).document,
    rules,
  });
  const put = async (document: PolicyDocument, confirmWidening?: boolean) => {
    const { version: baseVersion } = await view();
    const body = { document, baseVersion, note: 'test', confirmWidening };
    const response = await admin.request('PUT', POLICY, body);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  const reset = async () => put(await withRules(), true);
  const toolsOf = async (visitor: Visitor) =>
    (await visitor.get<{ items: ToolView[] }>('/api/tools')).items.map(({ name }) => name);
  const outcomeOf = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === 'tool_call_end' ? [event.outcome] : []))[0];
  const callByHand = async (visitor: Visitor, args = '{}') => {
    const body = { clientRequestId: randomUUID(), tool: 'open_tool', arguments: args };
    const { events } = await visitor.follow(await visitor.send('tool.call', body));
    return outcomeOf(events);
  };
  const placeOf = ({ categories }: PolicyView, tool: string) =>
    categories.filter(({ tools }) => tools.some(({ name }) => name === tool)).map(({ id }) => id);

  it('has every tool in exactly one category, and moves it once (A-089 to A-093)', async () => {
    expect(placeOf(await view(), 'open_tool')).toEqual(['custom']);
    const place = (category: string) =>
      admin.post<PolicyView>(`${POLICY}/placements`, { tool: 'open_tool', category });
    const moves = await Promise.allSettled(['read', 'write', 'execute', 'network'].map(place));
    const refused = moves.flatMap((move) => (move.status === 'rejected' ? [move.reason] : []));
    expect(refused.map(({ body }: Refused) => body.code)).toEqual(
      Array(3).fill('tool_already_placed'),
    );
    expect(placeOf(await view(), 'open_tool')).toHaveLength(1);
    const home = await admin.remove<PolicyView>(`${POLICY}/placements/open_tool`);
    expect(placeOf(home, 'open_tool')).toEqual(['custom']);
    for (const category of ['nowhere', 'toString', '__proto__']) {
      await expect(place(category)).rejects.toMatchObject({ body: { code: 'category_not_found' } });
    }
    await expect(place('custom')).rejects.toMatchObject({ body: { code: 'tool_already_placed' } });
    expect(await admin.remove<PolicyView>(`${POLICY}/placements/open_tool`)).toEqual(home);
  });

  it('takes a tool out of the list and the call of whom it denies it (A-024)', async () => {
    await reset();
    expect(await toolsOf(user)).toContain('open_tool');
    await put(await withRules(rule({ scope: { type: 'user', userId } })));
    expect(await toolsOf(user)).not.toContain('open_tool');
    expect(await toolsOf(admin)).toContain('open_tool');
    expect(await callByHand(user)).toMatchObject({
      status: 'denied',
      error: { code: 'tool_denied', canRetry: false },
    });
    expect((await callByHand(admin))?.status).toBe('completed');
  });

  it('denies only the calls a condition is about, and the list keeps the tool', async () => {
    const conditions = [
      { type: 'argument', pointer: '/who', operator: 'equals', value: 'root' } as const,
    ];
    await put(await withRules(rule({ conditions })), true);
    expect(await toolsOf(user)).toContain('open_tool');
    expect((await callByHand(user, '{"who": "root"}'))?.status).toBe('denied');
    expect((await callByHand(user, '{"who": "ann"}'))?.status).toBe('completed');
    // What cannot be read is no way around.
    expect((await callByHand(user, '{"who": ["root"]}'))?.status).toBe('denied');
  });

  it('is a ceiling for a model, whoever asks it', async () => {
    await put(await withRules(rule({ scope: { type: 'model', modelId: model } })), true);
    const { events } = await admin.ask('call open_tool {}', model);
    expect(outcomeOf(events)?.status).not.toBe('completed');
    expect((await callByHand(admin))?.status).toBe('completed');
  });

  it('takes a call by hand for the person’s own yes', async () => {
    await put(await withRules(rule({ effect: 'ask' })), true);
    expect((await callByHand(user))?.status).toBe('completed');
  });

  it('never gives an administrators’ tool to anybody else', async () => {
    const target = { type: 'tool', tool: 'admin_tool' } as const;
    await put(await withRules(rule({ target, effect: 'allow' })), true);
    expect(await toolsOf(user)).not.toContain('admin_tool');
  });

  it('says what a change would do before it is saved, and asks back when it gives more', async () => {
    await reset();
    const denied = await withRules(rule({}));
    const impact = await admin.post<PolicyImpact>(`${POLICY}/impact`, { document: denied });
    expect(impact).toMatchObject({
      widens: false,
      changes: [{ tool: 'open_tool', from: 'allow', to: 'deny', when: 'always', people: 2 }],
    });
    expect((await put(denied)).status).toBe(200);
    const open = await withRules();
    const refused = await put(open);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'policy_widens', impact: { widens: true, changeCount: 1 } },
    });
    expect((await view()).document.rules).toHaveLength(1);
    expect((await put(open, true)).status).toBe(200);
    expect((await view()).document.rules).toEqual([]);
  });

  it('explains a decision and what unsaved edits would make of it', async () => {
    await reset();
    const deny = rule({ scope: { type: 'user', userId } });
    const ask = rule({ effect: 'ask' });
    const answer = await admin.post<PolicyAnswer>(`${POLICY}/explain`, {
      userId,
      tool: 'open_tool',
      arguments: '{}',
      document: await withRules(ask, deny),
    });
    expect(answer.current).toMatchObject({ effect: 'allow', reason: 'default_safe' });
    expect(answer.edited).toMatchObject({
      effect: 'deny',
      ruleId: deny.id,
      chain: [
        { ruleId: deny.id, outcome: 'decides' },
        { ruleId: ask.id, outcome: 'overruled' },
        { reason: 'default_safe', outcome: 'overruled' },
      ],
    });
  });

  it('lists who can use a tool', async () => {
    const reach = await admin.post<PolicyReach>(`${POLICY}/reach`, {
      tool: 'open_tool',
      document: await withRules(rule({ scope: { type: 'user', userId } })),
    });
    expect(reach.counts).toEqual({ allow: 1, ask: 0, deny: 1 });
    expect(reach.items.map(({ effect }) => effect)).toEqual(['allow', 'deny']);
    const found = await admin.post<PolicyReach>(`${POLICY}/reach`, {
      tool: 'open_tool',
      q: 'USER@example',
    });
    expect(found.items).toMatchObject([{ userId, effect: 'allow' }]);
  });

  it('keeps every state as a version and goes back to one', async () => {
    await reset();
    const { version } = await view();
    const strict = await withRules(rule({}));
    await put(strict);
    const stored = await admin.get<{ document: PolicyDocument; previous: PolicyDocument }>(
      `${POLICY}/versions/${version + 1}`,
    );
    expect(stored).toMatchObject({ document: strict, previous: { rules: [] }, byName: 'admin' });
    const restore = (body: object) =>
      admin.post<PolicyView>(`${POLICY}/versions/${version}/restore`, body);
    await expect(restore({ baseVersion: version + 1 })).rejects.toMatchObject({
      body: { code: 'policy_widens' },
    });
    await expect(restore({ baseVersion: version })).rejects.toMatchObject({ status: 409 });
    const back = await restore({ baseVersion: version + 1, confirmWidening: true });
    expect(back).toMatchObject({ version: version + 2, document: { rules: [] } });
    const { items } = await admin.get<{ items: { version: number }[] }>(`${POLICY}/versions`);
    expect(items.slice(0, 3).map((row) => row.version)).toEqual([
      version + 2,
      version + 1,
      version,
    ]);
  });

  it.each([
    ['a rule whose pattern is none', { operator: 'pattern', value: '(' }],
    ['a pattern RE2 does not have (S-46)', { operator: 'pattern', value: '(?=a)' }],
    ['a pointer that is none', { pointer: 'who', operator: 'equals', value: 1 }],
  ])('refuses %s and loses nothing', async (_, condition) => {
    const before = await view();
    const conditions = [{ type: 'argument', pointer: '/who', ...condition } as never];
    const { status, body } = await put(await withRules(rule({ conditions })));
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_input' });
    expect(await view()).toEqual(before);
  });
});
