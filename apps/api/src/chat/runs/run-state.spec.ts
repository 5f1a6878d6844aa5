import { canContinueAfter } from './run-state';

describe('canContinueAfter', () => {
  it('offers to continue unless the answer is complete (C-029)', () => {
    expect(canContinueAfter('completed', false)).toBe(false);
    expect(canContinueAfter('completed', true)).toBe(true);
    expect(canContinueAfter('stopped', false)).toBe(true);
  });
});
