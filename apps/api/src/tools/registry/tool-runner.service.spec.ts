import { DomainError } from '@/foundation/errors/domain-error';
import {
  aCaller,
  aTool,
  done,
  FakeBundle,
  FakePolicy,
  Recorder,
} from '../../../../../test/support/fake-tools';
import { RegistryService } from './registry.service';
import type { AskApproval } from './approval-question';
import { ToolRefused } from './registry.errors';
import type { Tool } from './tool';
import { ToolGate, type ToolRequest } from './tool-gate.service';
import { ToolRunner } from './tool-runner.service';

class OutOfPaper extends DomainError {
  readonly kind = 'unavailable';
  readonly code = 'out_of_paper';
  override readonly canRetry = true;

  constructor() {
    super({ en: 'No paper.', 'zh-CN': '没有纸。' }, { en: 'Refill.', 'zh-CN': '请加纸。' });
  }
}

const setUp = (...tools: Tool[]) => {
  const policy = new FakePolicy();
  const audit = new Recorder();
  const usage = new Recorder();
  const errors: unknown[] = [];
  const registry = new RegistryService(policy as never);
  registry.add(new FakeBundle('fakes', 1, tools));
  const log = { error: (thrown: unknown) => errors.push(thrown) };
  const runner = new ToolRunner(
    new ToolGate(registry, policy as never),
    audit as never,
    usage as never,
    log as never,
  );
  return { policy, audit, usage, errors, runner };
};

const request = (name: string, change: Partial<ToolRequest> = {}): ToolRequest => ({
  name,
  argumentsText: '{}',
  context: {
    callId: 'call-1',
    conversationId: null,
    runId: null,
    signal: new AbortController().signal,
  },
  ...change,
});

describe('ToolRunner', () => {
  it('runs an allowed tool and records the call once', async () => {
    const { runner, audit, usage } = setUp(aTool('look'));
    const { outcome } = await runner.run(aCaller(), request('look'));
    expect(outcome).toEqual({
      status: 'completed',
      message: 'look',
      result: 'look',
      truncated: false,
    });
    expect(audit.toolCalls).toMatchObject([{ tool: 'look', status: 'completed', code: null }]);
    expect(usage.toolCalls).toHaveLength(1);
  });

  it('answers a tool that is for administrators as if it did not exist (A-024)', async () => {
    const { runner, policy } = setUp(aTool('secret', { adminOnly: true }));
    policy.role = 'user';
    const hidden = await runner.run(aCaller({ role: 'user' }), request('secret'));
    const unknown = await runner.run(aCaller({ role: 'user' }), request('nothing'));
    const nameless = (text: string) => text.replaceAll(/secret|nothing/g, 'x');
    expect(nameless(JSON.stringify(hidden.outcome))).toBe(
      nameless(JSON.stringify(unknown.outcome)),
    );
  });

  it('says so when the policy denies a tool people may know of', async () => {
    const { runner, policy } = setUp(aTool('look'));
    policy.effect = 'deny';
    const { outcome } = await runner.run(aCaller(), request('look'));
    expect(outcome).toMatchObject({ status: 'denied', error: { code: 'tool_denied' } });
  });

  const answers = (isApproved: boolean, argumentsText = '{}'): AskApproval =>
    isApproved
      ? async () => ({ isApproved, argumentsText, approverId: 'bob' })
      : async ({ tool }) => ({ isApproved: false, failure: new ToolRefused(tool.name) });

  it.each([
    ['nobody can be asked', undefined, 'denied'],
    ['the answer is no', answers(false), 'denied'],
    ['the answer is yes', answers(true), 'completed'],
  ])('treats ask as it should when %s', async (_, askApproval, status) => {
    const { runner, policy, audit } = setUp(aTool('look'));
    policy.effect = 'ask';
    const { outcome } = await runner.run(aCaller(), request('look', { askApproval }));
    expect(outcome.status).toBe(status);
    const approverId = status === 'completed' ? 'bob' : null;
    expect(audit.toolCalls).toMatchObject([{ decision: { effect: 'ask' }, approverId }]);
  });

  it('takes a call by hand for the person’s own yes, but not for somebody else’s', async () => {
    const { runner, policy } = setUp(aTool('look'));
    policy.effect = 'ask';
    const byHand = request('look', { isByHand: true });
    expect((await runner.run(aCaller(), byHand)).outcome.status).toBe('completed');
    policy.approverGroupId = 'g1';
    expect((await runner.run(aCaller(), byHand)).outcome.status).toBe('denied');
  });

  it('asks no administrator for trials in the workshop', async () => {
    const { runner, policy } = setUp(aTool('look'));
    policy.effect = 'ask';
    policy.approverGroupId = 'g1';
    const trial = request('look');
    trial.context.trial = 'panel';
    expect((await runner.run(aCaller(), trial)).outcome.status).toBe('completed');
  });

  it('runs edited arguments only after the policy looked at them again (S-45)', async () => {
    const ran: string[] = [];
    const tool = aTool('look', { call: async (_, text) => (ran.push(text), done('ran')) });
    const { runner, policy } = setUp(tool);
    policy.effect = 'ask';
    const asks = request('look', { askApproval: answers(true, '{"a":1}') });
    expect((await runner.run(aCaller(), asks)).outcome.status).toBe('completed');
    policy.looksUntilDeny = 1;
    expect((await runner.run(aCaller(), asks)).outcome.status).toBe('denied');
    expect(ran).toEqual(['{"a":1}']);
  });

  it('speaks the model’s language to the model and the caller’s to the caller', async () => {
    const fails = async () => Promise.reject(new OutOfPaper());
    const { runner } = setUp(aTool('print', { call: fails }));
    const { outcome } = await runner.run(aCaller({ locale: 'en' }), request('print'));
    expect(outcome).toMatchObject({ message: 'No paper.', error: { error: 'No paper.' } });
    expect(JSON.parse(outcome.result)).toEqual({
      success: false,
      error: '没有纸。',
      code: 'out_of_paper',
      canRetry: true,
      suggestion: '请加纸。',
    });
  });

  it('tells nothing of an error nobody foresaw, and logs it (C-036)', async () => {
    const boom = new Error('password=1');
    const { runner, errors } = setUp(aTool('odd', { call: async () => Promise.reject(boom) }));
    const { outcome } = await runner.run(aCaller(), request('odd'));
    expect(JSON.stringify(outcome)).not.toContain('password');
    expect(errors).toEqual([boom]);
  });

  it('answers a stopped call at once, without waiting for the tool', async () => {
    const never = () => new Promise<never>(() => undefined);
    const { runner } = setUp(aTool('sleep', { call: never }));
    const abort = new AbortController();
    const context = { ...request('sleep').context, signal: abort.signal };
    const report = runner.run(aCaller(), request('sleep', { context }));
    abort.abort();
    expect((await report).outcome).toMatchObject({ status: 'cancelled' });
  });

  it('does not start a tool for a run that was already stopped', async () => {
    const { runner } = setUp(aTool('look', { call: async () => done('ran') }));
    const context = { ...request('look').context, signal: AbortSignal.abort() };
    const { outcome } = await runner.run(aCaller(), request('look', { context }));
    expect(outcome.status).toBe('cancelled');
  });
});

describe('RegistryService', () => {
  it('lists bundles in their order, whatever order they signed in (C-003)', async () => {
    const registry = new RegistryService(new FakePolicy() as never);
    registry.add(new FakeBundle('late', 20, [aTool('c')]));
    registry.add(new FakeBundle('early', 10, [aTool('b'), aTool('a')]));
    expect((await registry.listAll(aCaller())).map(({ name }) => name)).toEqual(['b', 'a', 'c']);
  });

  it('refuses two tools of one name (D-019)', async () => {
    const registry = new RegistryService(new FakePolicy() as never);
    registry.add(new FakeBundle('one', 1, [aTool('a')]));
    registry.add(new FakeBundle('two', 2, [aTool('a')]));
    await expect(registry.listAll(aCaller())).rejects.toMatchObject({ code: 'tool_name_taken' });
  });
});
