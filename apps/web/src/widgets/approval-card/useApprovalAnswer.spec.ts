import { createPinia, setActivePinia } from 'pinia';
import type { ApprovalView } from '@contract/approvals';
import { useLive } from '@web/stores/live.store';
import { GUARD_MS, isTyping, useApprovalAnswer } from './useApprovalAnswer';

const approval = { id: 'a', fingerprint: 'f' } as ApprovalView;

function setUp() {
  setActivePinia(createPinia());
  const sent: unknown[] = [];
  const live = useLive();
  live.send = ((_: string, body: unknown) => {
    sent.push(body);
    return Promise.resolve(approval);
  }) as never;
  let time = 0;
  const card = useApprovalAnswer(approval, () => time);
  return { card, sent, pass: (ms: number) => void (time += ms) };
}

it('ignores the second half of a double click that opened it', async () => {
  const { card, sent, pass } = setUp();
  pass(GUARD_MS - 1);
  await card.answer({ answer: 'allow' });
  expect(sent).toEqual([]);
  pass(1);
  await card.answer({ answer: 'allow' });
  expect(sent).toEqual([{ approvalId: 'a', fingerprint: 'f', answer: 'allow' }]);
});

it('sends one answer however often it is clicked', async () => {
  const { card, sent, pass } = setUp();
  pass(GUARD_MS);
  await Promise.all([
    card.answer({ answer: 'deny', note: 'no' }),
    card.answer({ answer: 'allow' }),
  ]);
  expect(sent).toEqual([{ approvalId: 'a', fingerprint: 'f', answer: 'deny', note: 'no' }]);
});

it('takes the focus from nobody who writes', () => {
  const box = document.body.appendChild(document.createElement('textarea'));
  box.focus();
  expect(isTyping()).toBe(false);
  box.value = 'half a sentence';
  expect(isTyping()).toBe(true);
  box.remove();
});
