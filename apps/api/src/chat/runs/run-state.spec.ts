import { canBecome, canContinueAfter, type EndedStatus } from './run-state';

describe('the states of a run', () => {
  const ended: EndedStatus[] = ['completed', 'stopped', 'failed', 'interrupted'];

  it.each(ended)('lets a running run become %s and nothing after that', (status) => {
    expect(canBecome('running', status)).toBe(true);
    for (const next of [...ended, 'running'] as const) expect(canBecome(status, next)).toBe(false);
  });

  it('offers to continue unless the answer is complete (C-029)', () => {
    expect(canContinueAfter('completed', false)).toBe(false);
    expect(canContinueAfter('completed', true)).toBe(true);
    expect(canContinueAfter('stopped', false)).toBe(true);
  });
});
