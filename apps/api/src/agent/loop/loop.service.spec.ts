import type { ApprovalsService } from '@/agent/approvals/approvals.service';
import type { ModelRequest } from '@/engines/models/model-adapter';
import { RegistryService } from '@/tools/registry/registry.service';
import type { Tool } from '@/tools/registry/tool';
import { ToolGate } from '@/tools/registry/tool-gate.service';
import { ToolRunner } from '@/tools/registry/tool-runner.service';
import { calls, FakeModels, says, type FakeTurn } from '../../../../../test/support/fake-model';
import {
  aCaller,
  aTool,
  done,
  FakeBundle,
  FakePolicy,
  Recorder,
} from '../../../../../test/support/fake-tools';
import type { LoopEvent, LoopRequest } from './loop.events';
import { LoopService } from './loop.service';
import { PromptService } from './prompt.service';
import { ToolCallsService } from './tool-calls.service';

const CONNECTION = { baseUrl: 'http://fake', key: null };

function setUp(turns: FakeTurn[], tools: Tool[] = [aTool('look')]) {
  const model = new FakeModels(turns);
  const recorder = new Recorder();
  const policy = new FakePolicy();
  const registry = new RegistryService(policy as never);
  registry.add(new FakeBundle('fakes', 1, tools));
  const log = { error: () => undefined };
  const runner = new ToolRunner(
    new ToolGate(registry, policy as never),
    recorder as never,
    recorder as never,
    log as never,
  );
  const models = {
    stream: (_: unknown, name: string, request: Omit<ModelRequest, 'model'>, signal: AbortSignal) =>
      model.stream(CONNECTION, { ...request, model: name }, signal),
  };
  const toolCalls = new ToolCallsService(runner, registry, {} as ApprovalsService);
  const loop = new LoopService(
    new PromptService(registry),
    models as never,
    toolCalls,
    recorder as never,
  );
  return { loop, model, recorder };
}

const request = (change: Partial<LoopRequest> = {}): LoopRequest => ({
  conversationId: 'conversation',
  runId: 'run',
  modelId: 'fake',
  messages: [{ role: 'user', text: 'hi' }],
  maxToolSteps: 12,
  signal: new AbortController().signal,
  ...change,
});

async function collect(events: AsyncIterable<LoopEvent>): Promise<LoopEvent[]> {
  const all: LoopEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

const typesOf = (events: LoopEvent[]) => events.map(({ type }) => type);

describe('LoopService', () => {
  it('asks once when no tool is called', async () => {
    const { loop, recorder } = setUp([says('Hello')]);
    const events = await collect(loop.run(aCaller(), request()));
    expect(typesOf(events)).toEqual(['step_start', 'text_delta', 'usage']);
    expect(recorder.modelSteps).toHaveLength(1);
  });

  it('runs what the model calls and hands back the results in the order of the calls', async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return done('slow');
    };
    const tools = [aTool('slow', { call: slow }), aTool('fast')];
    const { loop, model } = setUp([calls(['slow', {}], ['fast', {}]), says('done')], tools);
    const events = await collect(loop.run(aCaller(), request()));
    const ends = events.flatMap((event) => (event.type === 'tool_call_end' ? [event.callId] : []));
    expect(ends).toEqual(['call_2', 'call_1']);
    const results = model.requests[1]?.messages.filter(({ role }) => role === 'tool');
    expect(results).toMatchObject([{ callId: 'call_1' }, { callId: 'call_2' }]);
  });

  it('lets one bad call fail alone (fault 4)', async () => {
    const { loop } = setUp([calls(['nothing', {}], ['look', {}]), says('done')]);
    const events = await collect(loop.run(aCaller(), request()));
    const statuses = events.flatMap((event) =>
      event.type === 'tool_call_end' ? [event.outcome.status] : [],
    );
    expect(statuses.sort()).toEqual(['completed', 'error']);
  });

  it('only ever appends to what it sent before (C-003)', async () => {
    const { loop, model } = setUp([
      calls(['look', {}]),
      calls(['look', { again: 1 }]),
      says('done'),
    ]);
    await collect(loop.run(aCaller(), request()));
    const [first, second, third] = model.requests;
    expect(second?.messages.slice(0, first?.messages.length)).toEqual(first?.messages);
    expect(third?.messages.slice(0, second?.messages.length)).toEqual(second?.messages);
    expect(
      new Set(model.requests.map(({ tools, system }) => JSON.stringify([tools, system]))).size,
    ).toBe(1);
  });

  it('does not run a call again that can never succeed (C-037)', async () => {
    const { loop, recorder } = setUp([calls(['nothing', {}]), calls(['nothing', {}]), says('ok')]);
    const events = await collect(loop.run(aCaller(), request()));
    expect(events.filter(({ type }) => type === 'tool_call_end')).toHaveLength(2);
    expect(recorder.toolCalls.filter(({ status }) => status === 'error')).toHaveLength(1);
  });

  it('asks for a last answer without tools when the steps are used up (C-029)', async () => {
    const { loop, model } = setUp([
      calls(['look', { n: 1 }]),
      calls(['look', { n: 2 }]),
      says('so far'),
    ]);
    const events = await collect(loop.run(aCaller(), request({ maxToolSteps: 2 })));
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual(['auto', 'auto', 'none']);
    expect(events.at(-1)).toMatchObject({ type: 'notice', code: 'step_limit' });
  });

  it('does not run a call the model makes although it must not (E.6, the 13th step)', async () => {
    const { loop } = setUp([calls(['look', { n: 1 }]), calls(['look', { n: 2 }])]);
    const events = await collect(loop.run(aCaller(), request({ maxToolSteps: 1 })));
    expect(events.filter(({ type }) => type === 'tool_call_start')).toHaveLength(1);
  });

  it('ends every call that was started when the run is stopped (C-032)', async () => {
    const abort = new AbortController();
    const never = () => new Promise<never>(() => undefined);
    const { loop } = setUp([calls(['sleep', {}])], [aTool('sleep', { call: never })]);
    const events: LoopEvent[] = [];
    const read = async () => {
      for await (const event of loop.run(aCaller(), request({ signal: abort.signal }))) {
        events.push(event);
        if (event.type === 'tool_call_start') setTimeout(() => abort.abort(), 5);
      }
    };
    await expect(read()).rejects.toThrow();
    expect(events.at(-1)).toMatchObject({
      type: 'tool_call_end',
      outcome: { status: 'cancelled' },
    });
  });
});
