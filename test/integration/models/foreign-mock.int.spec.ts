import { LLMock } from '@copilotkit/aimock';
import { AnthropicAdapter } from '@/engines/models/adapters/anthropic.adapter';
import { OpenaiCompatibleAdapter } from '@/engines/models/adapters/openai-compatible.adapter';
import type { ModelAdapter } from '@/engines/models/model-adapter';
import { GuardedFetch } from '@/engines/outbound/guarded-fetch';
import { aRequest, aTool, hear } from '../../support/provider-client';

const mock = new LLMock({ port: 0, host: '127.0.0.1', chunkSize: 7 });
const guarded = new GuardedFetch({
  allowed: async () => new Set([new URL(mock.url).host]),
  connectMs: 2_000,
  idleMs: 5_000,
});

beforeAll(() => mock.start());
beforeEach(() => {
  mock.clearFixtures().clearChaos();
  mock.clearRequests();
});
afterAll(async () => {
  await guarded.destroy();
  await mock.stop();
});

const formats: [string, ModelAdapter, () => string][] = [
  ['openai', new OpenaiCompatibleAdapter(guarded.fetch), () => `${mock.url}/v1`],
  ['anthropic', new AnthropicAdapter(guarded.fetch), () => mock.url],
];
const asking = (text: string) =>
  aRequest({ model: 'claude-or-gpt', messages: [{ role: 'user', text }] });

/** The mock was written by others, from their reading of both formats. */
describe.each(formats)('the foreign mock in the %s format', (_kind, adapter, url) => {
  it('streams text with reasoning', async () => {
    const content = 'Grüße aus 北京 🎉, in small pieces.';
    mock.onMessage('hello', { content, reasoning: 'They greet me.' });
    const { text, events, stop, failure } = await hear(adapter, url(), asking('hello'));
    expect([text, stop, failure]).toEqual([content, 'end', null]);
    expect(events.some(({ type }) => type === 'reasoning')).toBe(true);
    expect(events.some(({ type }) => type === 'usage')).toBe(true);
  });

  it('reads parallel tool calls and answers them', async () => {
    const toolCalls = [
      { id: 'call_one', name: 'calc', arguments: '{"a":6,"op":"/","b":4}' },
      { id: 'call_two', name: 'now', arguments: '{}' },
    ];
    mock.onToolResult('call_two', { content: 'It is 1.5.' }).onMessage('divide', { toolCalls });
    const tools = [aTool('calc'), aTool('now')];
    const first = await hear(adapter, url(), { ...asking('divide'), tools });
    expect(first).toMatchObject({ calls: toolCalls, stop: 'tool_calls', failure: null });
    const messages = [
      ...asking('divide').messages,
      { role: 'assistant' as const, text: '', toolCalls: first.calls },
      ...first.calls.map(({ id: callId, name }) => ({
        role: 'tool' as const,
        callId,
        name,
        content: '1.5',
        isError: false,
      })),
    ];
    const second = await hear(adapter, url(), { ...asking('divide'), tools, messages });
    expect([second.text, second.stop, second.failure]).toEqual(['It is 1.5.', 'end', null]);
  });

  it('passes the text on and says broken when the stream is cut', async () => {
    mock.onMessage(
      'cut',
      { content: 'one two three four five six seven' },
      { truncateAfterChunks: 4, latency: 25 },
    );
    const { text, stop, failure } = await hear(adapter, url(), asking('cut'));
    expect('one two three four five six seven'.startsWith(text) && text.length > 0).toBe(true);
    expect(stop).toBeUndefined();
    expect(failure).toMatchObject({ code: 'provider_broken', canRetry: true });
  });

  it.each([
    [401, 'provider_refused_key', 1],
    [400, 'provider_refused', 1],
    [500, 'provider_broken', 3],
    [529, 'provider_limited', 3],
  ])('says what its status %i means', async (status, code, requests) => {
    mock.onMessage('fail', { error: { message: 'as told' }, status });
    expect((await hear(adapter, url(), asking('fail'))).failure).toMatchObject({
      code,
      said: 'as told',
    });
    expect(mock.getRequests()).toHaveLength(requests);
  });

  it('says when to come back after its 429', async () => {
    mock.onMessage('fail', { error: { message: 'slow down' }, status: 429, retryAfter: 40 });
    const { failure } = await hear(adapter, url(), asking('fail'));
    expect(failure).toMatchObject({ code: 'provider_limited', retryAfterMs: 40_000 });
  });

  it.each([
    ['malformedRate', 'not_a_model_provider'],
    ['dropRate', 'provider_broken'],
    ['disconnectRate', 'provider_unreachable'],
  ])('survives chaos: %s', async (rate, code) => {
    mock.onMessage('hello', { content: 'never seen' }).setChaos({ [rate]: 1 });
    const { text, failure } = await hear(adapter, url(), asking('hello'));
    expect(text).toBe('');
    expect(failure).toMatchObject({ code });
  });
});
