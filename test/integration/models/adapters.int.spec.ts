import { setTimeout as sleep } from 'node:timers/promises';
import type { ModelAdapter } from '@/engines/models/model-adapter';
import { AnthropicAdapter } from '@/engines/models/adapters/anthropic.adapter';
import { OpenaiCompatibleAdapter } from '@/engines/models/adapters/openai-compatible.adapter';
import { GuardedFetch } from '@/engines/outbound/guarded-fetch';
import type { DomainError } from '@/foundation/errors/domain-error';
import { aCallTurn, aRequest, aTool, hear } from '../../support/provider-client';
import { ScriptedUpstream } from '../../support/scripted-upstream';

const upstream = new ScriptedUpstream();
const allowed: string[] = [];
const guarded = new GuardedFetch({
  allowed: async () => new Set([new URL(upstream.url).host, ...allowed]),
  connectMs: 2_000,
  idleMs: 400,
});
const openai = new OpenaiCompatibleAdapter(guarded.fetch);
const anthropic = new AnthropicAdapter(guarded.fetch);

beforeAll(() => upstream.listen());
beforeEach(() => upstream.reset());
afterAll(async () => {
  await guarded.destroy();
  await upstream.close();
});

const formats: [string, ModelAdapter, () => string][] = [
  ['openai', openai, () => `${upstream.url}/v1`],
  ['anthropic', anthropic, () => upstream.url],
];
const bodies = () => upstream.requests.map(({ body }) => JSON.parse(body) as Record<string, never>);

describe.each(formats)('answers in the %s format', (_kind, adapter, url) => {
  it('streams text, counts tokens and says why it ended', async () => {
    upstream.script({ steps: [{ reasoning: 'hm' }, { text: 'Hello ' }, { text: 'there' }] });
    const { events, text } = await hear(adapter, url());
    expect(text).toBe('Hello there');
    expect(events).toContainEqual({ type: 'reasoning', text: 'hm' });
    expect(events.slice(-2)).toEqual([
      { type: 'usage', inputTokens: 100, outputTokens: 20, cachedTokens: 60 },
      { type: 'stop', reason: 'end' },
    ]);
  });

  it('puts parallel calls together, whole and in order (fault 4)', async () => {
    const steps = ['a', 'b'].map((id) => ({
      call: { id, name: 'calc', arguments: { text: 'Grüße, 世界 🎉', id } },
      parts: 7,
    }));
    upstream.script({ steps });
    const { calls, stop } = await hear(adapter, url());
    expect(calls.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(calls.map((call) => JSON.parse(call.arguments) as unknown)).toEqual(
      steps.map(({ call }) => call.arguments),
    );
    expect(stop).toBe('tool_calls');
  });

  it.each([1, 2, 3, 5])(
    'survives pieces of %i bytes, torn inside characters',
    async (pieceBytes) => {
      const text = 'Grüße, 世界 🎉';
      upstream.script({
        pieceBytes,
        steps: [{ text }, { call: { id: 'a', name: 'calc', arguments: { text } }, parts: 3 }],
      });
      const heard = await hear(adapter, url());
      expect(heard.text).toBe(text);
      expect(JSON.parse(heard.calls[0]?.arguments ?? '')).toEqual({ text });
    },
  );

  it('runs a call without arguments with {} (fault 10)', async () => {
    upstream.script({ steps: [{ call: { id: 'a', name: 'now', arguments: '' } }] });
    expect((await hear(adapter, url())).calls).toEqual([{ id: 'a', name: 'now', arguments: '{}' }]);
  });

  it('does without counts, and without the closing event', async () => {
    upstream.script({ steps: [{ text: 'Hi' }], usage: null, done: false });
    const { text, stop, failure } = await hear(adapter, url());
    expect([text, stop, failure]).toEqual(['Hi', 'end', null]);
  });
});

describe.each(formats)('broken answers in the %s format', (_kind, adapter, url) => {
  it('gives out the text before a cut and says that it may be tried again', async () => {
    upstream.script({
      steps: [
        { text: 'Half ' },
        { text: 'an ' },
        { call: { name: 'calc', arguments: {} } },
        { waitMs: 30 },
        { cut: true },
      ],
    });
    const { text, calls, stop, failure } = await hear(adapter, url());
    expect(text).toBe('Half an ');
    expect(calls).toEqual([]);
    expect(stop).toBeUndefined();
    expect(failure).toMatchObject({ code: 'provider_broken', canRetry: true });
    expect(upstream.requests).toHaveLength(1);
  });

  it('loses nothing that came before the cut, even to a slow reader', async () => {
    const texts = ['one ', 'two ', 'three'].flatMap((text) => [{ text }, { waitMs: 5 }]);
    upstream.script({ steps: [...texts, { waitMs: 20 }, { cut: true }] });
    const connection = { baseUrl: url(), key: null };
    let heard = '';
    const read = async () => {
      for await (const event of adapter.stream(
        connection,
        aRequest(),
        new AbortController().signal,
      )) {
        if (event.type === 'text') heard += event.text;
        await sleep(80);
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'provider_broken' });
    expect(heard).toBe('one two three');
  });

  it('takes a stream that ends politely but without a reason for cut', async () => {
    upstream.script({ steps: [{ text: 'Half' }], finish: null, done: false });
    expect((await hear(adapter, url())).failure).toMatchObject({ code: 'provider_broken' });
  });

  it('gives up on silence', async () => {
    upstream.script({ steps: [{ text: 'Half' }, { waitMs: 2_000 }] });
    const { text, failure } = await hear(adapter, url());
    expect(text).toBe('Half');
    expect(failure).toMatchObject({ code: 'provider_broken', canRetry: true });
  });

  it('does not ask again after silence before the first byte', async () => {
    upstream.script({ steps: [{ raw: '' }, { waitMs: 2_000 }] });
    expect((await hear(adapter, url())).failure).toMatchObject({ canRetry: true });
    expect(upstream.requests).toHaveLength(1);
  });

  it('closes the connection within a second after an abort, and ends with its reason', async () => {
    upstream.script({
      steps: [{ text: 'Half' }, { waitMs: 300 }, { text: 'rest' }, { waitMs: 5_000 }],
    });
    const stop = new AbortController();
    const reason = new Error('stopped by the person');
    const stream = adapter.stream({ baseUrl: url(), key: null }, aRequest(), stop.signal);
    expect(await stream.next()).toEqual({ done: false, value: { type: 'text', text: 'Half' } });
    const abortedMs = Date.now();
    stop.abort(reason);
    const rest = async () => {
      while (!(await stream.next()).done);
    };
    await expect(rest()).rejects.toBe(reason);
    await sleep(100);
    const closedMs = upstream.requests[0]?.abortedAtMs ?? Infinity;
    expect(closedMs - abortedMs).toBeLessThan(1_000);
  });

  it('closes the connection when the reader walks away', async () => {
    upstream.script({
      steps: [{ text: 'one' }, { waitMs: 50 }, { text: 'two' }, { waitMs: 5_000 }],
    });
    const connection = { baseUrl: url(), key: null };
    for await (const event of adapter.stream(
      connection,
      aRequest(),
      new AbortController().signal,
    )) {
      if (event.type === 'text') break;
    }
    await sleep(200);
    expect(upstream.requests[0]?.abortedAtMs).not.toBeNull();
  });
});

describe.each(formats)('refusals in the %s format', (_kind, adapter, url) => {
  it.each([
    [401, 'provider_refused_key', false],
    [403, 'provider_refused_key', false],
    [400, 'provider_refused', false],
    [413, 'provider_refused', false],
  ])('says what status %i means without asking twice', async (status, code, canRetry) => {
    upstream.script({ status });
    expect((await hear(adapter, url())).failure).toMatchObject({
      code,
      canRetry,
      said: `The script says ${status}.`,
    });
    expect(upstream.requests).toHaveLength(1);
  });

  it.each([500, 502, 503])(
    'tries status %i again before the first byte, and then answers',
    async (status) => {
      upstream.script({ status }, { status }, { steps: [{ text: 'at last' }] });
      const { text, failure } = await hear(adapter, url());
      expect([text, failure]).toEqual(['at last', null]);
      expect(upstream.requests).toHaveLength(3);
    },
  );

  it('gives up after two more tries', async () => {
    upstream.script(...Array.from({ length: 5 }, () => ({ status: 500 })));
    expect((await hear(adapter, url())).failure).toMatchObject({
      code: 'provider_broken',
      canRetry: true,
    });
    expect(upstream.requests).toHaveLength(3);
  });

  it('honours a short Retry-After and hands a long one on', async () => {
    upstream.script(
      { status: 429, headers: { 'retry-after-ms': '20' } },
      { steps: [{ text: 'ok' }] },
    );
    expect((await hear(adapter, url())).text).toBe('ok');
    upstream.script({ status: 429, headers: { 'retry-after': '30' } });
    const failure = (await hear(adapter, url())).failure as DomainError;
    expect(failure).toMatchObject({ code: 'provider_limited', retryAfterMs: 30_000 });
    expect(upstream.requests).toHaveLength(3);
  });

  it('knows a missing model from a wrong address', async () => {
    upstream.script({ status: 404, body: { error: { message: 'model "scripted" not found' } } });
    expect((await hear(adapter, url())).failure).toMatchObject({ code: 'model_not_found' });
    upstream.script({ status: 404, body: '<html><title>404</title></html>' });
    expect((await hear(adapter, url())).failure).toMatchObject({ code: 'not_a_model_provider' });
  });

  it.each([200, 404, 403])('shows no web page of status %i to anyone', async (status) => {
    upstream.script({
      status,
      body: '<!doctype html><html><body>Sign in <script>1</script></body></html>',
    });
    const { failure } = await hear(adapter, url());
    expect((failure as DomainError).message).not.toMatch(/html|script|Sign in/);
  });

  it('never quotes the key', async () => {
    const message =
      'Incorrect API key provided: sk-test-0123456789, or Bearer abcdef, or sk-proj-abcdefghijkl';
    upstream.script({ status: 401, body: { error: { message } } });
    const { message: shown } = (await hear(adapter, url())).failure as DomainError;
    expect(shown).toContain('Incorrect API key provided: ***');
    expect(shown).not.toMatch(/0123456789|abcdef/);
  });

  it('says that nothing listens there, and which private address is closed', async () => {
    const gone = await new ScriptedUpstream().listen();
    const closed = gone.url;
    await gone.close();
    const { failure } = await hear(adapter, closed);
    expect(failure).toMatchObject({
      code: 'private_address_blocked',
      hostPort: `127.0.0.1:${new URL(closed).port}`,
    });
    allowed.push(new URL(closed).host);
    const { message } = (await hear(adapter, closed)).failure as DomainError;
    expect(message).toMatch(/nothing listens on that port/);
  });
});

describe('odd streams in the openai format', () => {
  const url = () => `${upstream.url}/v1`;
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    event: { choices: [{ index: 0, delta, finish_reason }] },
  });
  const ended = { finish: null };

  it('makes ids up where there are none, the same ones for the same answer', async () => {
    const turn = {
      ...ended,
      steps: [
        chunk({ tool_calls: [{ function: { name: 'a', arguments: '{}' } }] }),
        chunk(
          {
            tool_calls: [{ function: { name: 'b', arguments: null } }, { function: { name: 'b' } }],
          },
          'stop',
        ),
      ],
    };
    upstream.script(turn, turn);
    const first = await hear(openai, url());
    expect(first.calls.map(({ name, arguments: given }) => [name, given])).toEqual([
      ['a', '{}'],
      ['b', '{}'],
    ]);
    expect(first.stop).toBe('tool_calls');
    expect(new Set(first.calls.map(({ id }) => id)).size).toBe(2);
    expect((await hear(openai, url())).calls).toEqual(first.calls);
  });

  it('ends with an error object inside a stream of status 200', async () => {
    upstream.script({
      ...ended,
      steps: [{ text: 'Half' }, { event: { error: { message: 'CUDA out of memory', code: 500 } } }],
    });
    const { text, failure } = await hear(openai, url());
    expect(text).toBe('Half');
    expect(failure).toMatchObject({ code: 'provider_broken', said: 'CUDA out of memory' });
  });

  it('reports a rate limit that comes inside the stream as one', async () => {
    upstream.script({
      ...ended,
      steps: [{ event: { error: { message: 'Slow down', code: 'rate_limit_exceeded' } } }],
    });
    expect((await hear(openai, url())).failure).toMatchObject({ code: 'provider_limited' });
  });

  it('calls lines that are no JSON a broken answer', async () => {
    upstream.script({ ...ended, steps: [{ raw: 'data: {"choices": [\n\n' }] });
    expect((await hear(openai, url())).failure).toMatchObject({ code: 'provider_broken' });
  });

  it.each([
    ['length', 'length'],
    ['content_filter', 'refusal'],
  ])('reads finish_reason %s as %s and runs no half call', async (finish, stop) => {
    upstream.script({ finish, steps: [{ call: { id: 'a', name: 'calc', arguments: '{"a":1}' } }] });
    expect(await hear(openai, url())).toMatchObject({ stop, calls: [] });
  });

  it('passes over chunks without choices and reads the other names of things', async () => {
    upstream.script({
      ...ended,
      steps: [
        { event: { choices: [], prompt_filter_results: [] } },
        { raw: ': keep-alive\r\n\r\n' },
        chunk({ reasoning: 'hm' }),
        chunk({ content: [{ type: 'text', text: 'Hi' }] }),
        chunk({ content: null, tool_calls: null }, 'stop'),
        {
          event: {
            choices: [],
            usage: { prompt_tokens: 7, completion_tokens: 3, prompt_cache_hit_tokens: 5 },
          },
        },
      ],
    });
    expect((await hear(openai, url())).events).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hi' },
      { type: 'usage', inputTokens: 7, outputTokens: 3, cachedTokens: 5 },
      { type: 'stop', reason: 'end' },
    ]);
  });
});

describe('requests in the openai format', () => {
  const url = () => `${upstream.url}/v1`;
  const history = [{ role: 'user' as const, text: 'go' }, ...aCallTurn('a', 'b')];

  it.each([
    ['empty content', { refuseEmptyContent: true }],
    ['content null', { refuseNullContent: true }],
    ['both', { refuseEmptyContent: true, refuseNullContent: true }],
    ['missing content', { refuseMissingContent: true }],
    ['missing and null content', { refuseMissingContent: true, refuseNullContent: true }],
  ])('replays a turn of calls to a server that refuses %s (fault 11)', async (_what, mode) => {
    upstream.mode = mode;
    const adapter = new OpenaiCompatibleAdapter(guarded.fetch);
    expect((await hear(adapter, url(), aRequest({ messages: history }))).failure).toBeNull();
    const asked = upstream.requests.length;
    expect((await hear(adapter, url(), aRequest({ messages: history }))).failure).toBeNull();
    expect(upstream.requests.length - asked).toBe(1);
  });

  it('does without counts where stream_options are refused, and remembers it', async () => {
    upstream.mode = { refuseStreamOptions: true };
    const adapter = new OpenaiCompatibleAdapter(guarded.fetch);
    await hear(adapter, url());
    expect((await hear(adapter, url())).failure).toBeNull();
    expect(bodies().map((body) => 'stream_options' in body)).toEqual([true, false, false]);
  });

  it('writes each request as the beginning of the next (C-003, C-004)', async () => {
    const tools = [aTool('zeta'), aTool('alpha')];
    const messages = [...history, ...aCallTurn('c'), ...aCallTurn('d')];
    for (const length of [1, 4, 6, 8]) {
      await hear(openai, url(), aRequest({ tools, messages: messages.slice(0, length) }));
    }
    await hear(openai, url(), aRequest({ tools, messages, toolChoice: 'none' }));
    const texts = upstream.requests.map(({ body }) => body);
    texts
      .slice(1)
      .forEach((text, at) => expect(text.startsWith(texts[at]?.slice(0, -2) ?? '?')).toBe(true));
    expect(texts.at(-1)).toMatch(/"tool_choice":"none"}$/);
  });

  it('sends only the key it was given, and none where there is none', async () => {
    await hear(openai, url(), aRequest(), { key: null });
    await hear(openai, url());
    expect(upstream.requests.map(({ headers }) => headers.authorization)).toEqual([
      undefined,
      'Bearer sk-test-0123456789',
    ]);
  });

  it('mends what would brick the conversation: foreign ids, arguments that are no JSON', async () => {
    const id = 'toolu/ü'.repeat(20);
    const broken = { id, name: 'calc', arguments: '{"a":' };
    await hear(
      openai,
      url(),
      aRequest({
        messages: [
          { role: 'user', text: 'go' },
          { role: 'assistant', text: '', toolCalls: [broken] },
          { role: 'tool', callId: id, name: 'calc', content: 'bad', isError: true },
        ],
      }),
    );
    const [, , turn, result] = (bodies()[0]?.messages ?? []) as {
      tool_calls?: { id: string; function: { arguments: string } }[];
      tool_call_id?: string;
    }[];
    const call = turn?.tool_calls?.[0];
    expect(call?.id).toMatch(/^[\w-]{1,40}$/);
    expect(result?.tool_call_id).toBe(call?.id);
    expect(JSON.parse(call?.function.arguments ?? '')).toEqual({ invalid_arguments: '{"a":' });
  });
});

describe('requests in the anthropic format', () => {
  type Body = {
    system: object[];
    tools: object[];
    messages: { role: string; content: { type: string; cache_control?: object }[] }[];
    tool_choice?: object;
  };
  const sent = () => bodies().at(-1) as unknown as Body;

  it('puts one breakpoint behind the static part and one on the last message (C-005)', async () => {
    await hear(
      anthropic,
      upstream.url,
      aRequest({ messages: [{ role: 'user', text: 'go' }, ...aCallTurn('a', 'b')] }),
    );
    const { system, messages } = sent();
    expect(system).toEqual([
      { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    ]);
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(
      messages.at(-1)?.content.map(({ type, cache_control: cached }) => [type, Boolean(cached)]),
    ).toEqual([
      ['tool_result', false],
      ['tool_result', true],
    ]);
    expect(JSON.stringify(sent()).match(/cache_control/g)).toHaveLength(2);
    expect(Object.keys(sent())).toEqual([
      'model',
      'max_tokens',
      'stream',
      'tools',
      'system',
      'messages',
    ]);
  });

  it('forbids calls without taking the tools away, and names lost tools of the history', async () => {
    await hear(anthropic, upstream.url, aRequest({ toolChoice: 'none' }));
    expect(sent()).toMatchObject({ tool_choice: { type: 'none' }, tools: [{ name: 'calc' }] });
    await hear(
      anthropic,
      upstream.url,
      aRequest({ tools: [], messages: [{ role: 'user', text: 'x' }, ...aCallTurn('a')] }),
    );
    expect(sent()).toMatchObject({ tool_choice: { type: 'none' }, tools: [{ name: 'calc' }] });
  });

  it('sends less max_tokens to a model that refuses so many', async () => {
    const refusal = {
      error: { message: 'max_tokens: 16384 > 4096, which is the maximum allowed' },
    };
    upstream.script({ status: 400, body: refusal }, { steps: [{ text: 'ok' }] });
    expect((await hear(anthropic, upstream.url, aRequest({ model: 'old' }))).text).toBe('ok');
    expect(bodies().map(({ max_tokens: limit }) => limit as unknown)).toEqual([16_384, 4_096]);
  });

  it('ends with an error event of the stream', async () => {
    const error = { type: 'overloaded_error', message: 'Overloaded' };
    upstream.script({
      finish: null,
      steps: [{ text: 'Half' }, { name: 'error', event: { type: 'error', error } }],
    });
    const { text, failure } = await hear(anthropic, upstream.url);
    expect(text).toBe('Half');
    expect(failure).toMatchObject({ code: 'provider_limited', said: 'Overloaded' });
  });

  it('sends no key where there is none', async () => {
    await hear(anthropic, upstream.url, aRequest(), { key: null });
    expect(upstream.requests[0]?.headers).not.toHaveProperty('x-api-key');
    expect(upstream.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});
