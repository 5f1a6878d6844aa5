import { randomUUID } from 'node:crypto';
import type { RunEvent, ToolCallPart } from '@/contract/chat';
import { connectModel } from '../support/configured-model';
import { UpstreamProcess } from '../support/upstream-process';
import { textOf, type Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

describe('a team chats', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let admin: Visitor;
  let user: Visitor;
  let model: string;

  beforeAll(async () => {
    [server, upstream] = await Promise.all([WholeServer.start(), UpstreamProcess.start()]);
    admin = await server.admin();
    model = await connectModel(admin, upstream.url);
    user = await server.user();
  });

  afterAll(async () => {
    await upstream?.stop();
    await server?.close();
  });

  const callsOf = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === 'tool_call_end' ? [event.outcome] : []));

  it('lets the model call calc in a container and streams the answer (A-101)', async () => {
    const { events } = await admin.ask('call calc {"a":6,"op":"/","b":4}', model);
    expect(callsOf(events)).toMatchObject([{ status: 'completed', message: '[calc] 结果: 1.5' }]);
    expect(textOf(events)).toContain('1.5');
    expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed', error: null });
  });

  it('hides custom tools from a colleague and answers a call as if there were none (A-023, A-024)', async () => {
    expect((await user.get<{ items: unknown[] }>('/api/tools')).items).toEqual([]);
    await upstream.script({
      steps: [{ call: { name: 'calc', arguments: { a: 6, op: '/', b: 4 } } }],
    });
    const { events } = await user.ask('what is 6 / 4', model);
    const [outcome] = callsOf(events);
    expect(outcome).toMatchObject({ status: 'error', message: '未找到自定义工具: calc' });
    expect(JSON.parse(outcome?.result ?? '')).toEqual({
      success: false,
      error: '未找到自定义工具: calc',
      code: 'tool_not_found',
      canRetry: false,
      suggestion: '请只使用已提供的工具。',
    });
  });

  it('does not offer a custom tool to a colleague’s model (A-024)', async () => {
    await upstream.reset();
    await user.ask('hello', model);
    const [request] = await upstream.listRequests();
    expect(JSON.stringify(request)).not.toContain('calc');
  });

  it('keeps the message equal to the streamed text, byte for byte (fault 20)', async () => {
    const { conversationId, events } = await admin.ask('say 300 words', model);
    const { messages, lastSeq } = await admin.open(conversationId);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: textOf(events) }]);
    expect(lastSeq).toBe(events.at(-1)?.seq);
  });

  it('numbers events without gaps and gives every start exactly one end (C-032)', async () => {
    const { events } = await admin.ask(
      'call echo {"text":"a"} and call echo {"text":"b"} then call nothing {}',
      model,
    );
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    const idsOf = (type: RunEvent['type']) =>
      events.flatMap((event) => (event.type === type && 'callId' in event ? [event.callId] : []));
    expect(idsOf('tool_call_start')).toHaveLength(3);
    expect(idsOf('tool_call_end').sort()).toEqual(idsOf('tool_call_start').sort());
  });

  it('shows a second tab in the middle of an answer everything so far and the rest as it comes (C-034)', async () => {
    const started = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'say 120 words slowly',
      modelId: model,
    });
    await admin.send('conversation.watch', { ...started, afterSeq: 0 });
    await admin.eventsUntil(started.runId, ({ type }) => type === 'text_delta');
    const tab = await server.admin();
    const detail = await tab.open(started.conversationId);
    const shown = detail.messages
      .at(-1)
      ?.parts.map((part) => 'text' in part && part.text)
      .join('');
    await tab.send('conversation.watch', {
      conversationId: started.conversationId,
      afterSeq: detail.lastSeq,
    });
    const whole = await admin.eventsUntil(started.runId, ({ type }) => type === 'run_end');
    const rest = await tab.eventsUntil(started.runId, ({ type }) => type === 'run_end');
    expect(`${shown}${textOf(rest)}`).toBe(textOf(whole));
    expect(detail.conversation.isRunning).toBe(true);
  });

  it('goes on when nobody watches, and tells the story again from the journal', async () => {
    const watcher = await server.admin();
    const started = await watcher.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'call echo {"text":"x"}',
      modelId: model,
    });
    watcher.leave();
    const { events } = await admin.follow(started);
    const stored = await admin.get<{ items: RunEvent[] }>(
      `/api/conversations/${started.conversationId}/events?afterSeq=0`,
    );
    expect(stored.items).toEqual(events);
  });

  it('stops: the provider’s connection is closed and the text so far is kept (fault 22)', async () => {
    const started = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'say 2000 words slowly',
      modelId: model,
    });
    await admin.send('conversation.watch', { ...started, afterSeq: 0 });
    await admin.eventsUntil(started.runId, ({ type }) => type === 'text_delta');
    expect(await admin.send('run.stop', { runId: started.runId })).toEqual({ stopped: true });
    const events = await admin.eventsUntil(started.runId, ({ type }) => type === 'run_end');
    expect(events.at(-1)).toMatchObject({ status: 'stopped', canContinue: true });
    const { messages, conversation } = await admin.open(started.conversationId);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: textOf(events) }]);
    expect(conversation.isRunning).toBe(false);
  });

  it('continues after a stop with a history the provider accepts', async () => {
    const stopped = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'say 500 words slowly',
      modelId: model,
    });
    await admin.send('conversation.watch', { ...stopped, afterSeq: 0 });
    await admin.eventsUntil(stopped.runId, ({ type }) => type === 'text_delta');
    await admin.send('run.stop', { runId: stopped.runId });
    const next = await admin.send('run.continue', {
      clientRequestId: randomUUID(),
      conversationId: stopped.conversationId,
      modelId: model,
    });
    const { events } = await admin.follow(next);
    expect(events.at(-1)).toMatchObject({ type: 'run_end', status: 'completed' });
  });

  it('makes at most twelve steps with tools, then answers without and offers to continue (C-029)', async () => {
    const { events } = await admin.ask('repeat 15 call echo {"text":"again"}', model);
    expect(callsOf(events)).toHaveLength(12);
    expect(events.some((event) => event.type === 'notice' && event.code === 'step_limit')).toBe(
      true,
    );
    expect(events.at(-1)).toMatchObject({ status: 'completed', canContinue: true });
  });

  it('sends each step’s request as an extension of the one before (C-001 to C-007, E.6)', async () => {
    await upstream.reset();
    await admin.ask('repeat 9 call echo {"text":"again"}', model);
    const bodies = (await upstream.listRequests()).map(({ body }) => JSON.parse(body) as WireBody);
    expect(bodies).toHaveLength(10);
    for (const [i, body] of bodies.slice(1).entries()) {
      const before = bodies[i] as WireBody;
      expect(JSON.stringify(body.tools)).toBe(JSON.stringify(before.tools));
      const prefix = JSON.stringify(body.messages.slice(0, before.messages.length));
      expect(prefix).toBe(JSON.stringify(before.messages));
    }
  });

  it('starts a repeated request once (D-017)', async () => {
    const ask = { clientRequestId: randomUUID(), text: 'hello', modelId: model };
    const answers = await Promise.all([1, 2, 3].map(() => admin.send('run.start', ask)));
    const again = await admin.send('run.start', ask);
    expect(new Set([...answers, again].map(({ runId }) => runId)).size).toBe(1);
    await admin.follow(again);
  });

  it('refuses a second question while the first is being answered', async () => {
    const started = await admin.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'say 300 words slowly',
      modelId: model,
    });
    const second = admin.send('run.start', {
      clientRequestId: randomUUID(),
      conversationId: started.conversationId,
      text: 'hello',
      modelId: model,
    });
    await expect(second).rejects.toMatchObject({
      body: { code: 'run_in_progress', canRetry: true },
    });
    await admin.send('run.stop', { runId: started.runId });
  });

  it('tells in a sentence what the provider did wrong and keeps the question', async () => {
    const { events, conversationId } = await admin.ask('fail 500', model);
    expect(events.at(-1)).toMatchObject({
      type: 'run_end',
      status: 'failed',
      canContinue: true,
      error: { canRetry: true },
    });
    const { messages } = await admin.open(conversationId);
    expect(messages.map(({ role }) => role)).toEqual(['user']);
  });

  it('keeps what was written before a stream was cut', async () => {
    const { events, conversationId } = await admin.ask('cut after 5 words', model);
    expect(events.at(-1)).toMatchObject({ status: 'failed' });
    const { messages } = await admin.open(conversationId);
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: textOf(events) }]);
    expect(textOf(events)).toContain('word5');
  });

  it('lets an administrator call a tool by hand without any model (A-025)', async () => {
    const started = await admin.send('tool.call', {
      clientRequestId: randomUUID(),
      tool: 'calc',
      arguments: '{"a":1,"op":"+","b":2}',
    });
    const { conversationId } = await admin.follow(started);
    const { messages } = await admin.open(conversationId);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect((messages[1]?.parts[0] as ToolCallPart).outcome).toMatchObject({
      status: 'completed',
      message: '[calc] 结果: 3',
    });
  });

  it('refuses a colleague’s call by hand with the words for an unknown tool (A-024)', async () => {
    const started = await user.send('tool.call', {
      clientRequestId: randomUUID(),
      tool: 'calc',
      arguments: '{"a":1,"op":"+","b":2}',
    });
    const { events } = await user.follow(started);
    expect(callsOf(events)).toMatchObject([{ message: '未找到自定义工具: calc' }]);
  });

  it('takes the tool from a demoted administrator’s running conversation at its next call (A-024, S-09)', async () => {
    const { link } = await admin.post<{ link: string }>('/api/admin/users', {
      email: 'second@example.org',
      name: 'Second',
      role: 'admin',
    });
    const second = server.visitor();
    const token = link.split('#')[1];
    const me = await second.post<{ id: string }>('/api/auth/invitations/accept', {
      token,
      name: 'Second',
      password: 'a third long password',
    });
    const started = await second.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'repeat 12 call echo {"text":"x"}',
      modelId: model,
    });
    await second.send('conversation.watch', { ...started, afterSeq: 0 });
    await second.eventsUntil(started.runId, ({ type }) => type === 'tool_call_end');
    await admin.patch(`/api/admin/users/${me.id}`, { role: 'user' });
    const events = await second.eventsUntil(started.runId, ({ type }) => type === 'run_end');
    expect(callsOf(events).at(-1)).toMatchObject({ message: '未找到自定义工具: echo' });
  });
});

interface WireBody {
  tools: unknown[];
  messages: unknown[];
}
