import { randomUUID } from 'node:crypto';
import type { Approval } from '@/agent/approvals/approval.entity';

/** A question that waits for its owner's answer. */
export const aQuestion = (change: Partial<Approval> = {}): Approval => ({
  id: randomUUID(),
  conversationId: randomUUID(),
  runId: randomUUID(),
  callId: 'call-1',
  ownerId: randomUUID(),
  locale: 'en',
  tool: 'send_mail',
  icon: null,
  arguments: '{"to": "a merger partner"}',
  reason: '',
  fingerprint: 'f',
  kindFingerprint: 'k',
  approverGroupId: null,
  canAllowForConversation: true,
  status: 'pending',
  answer: null,
  requestedAt: new Date(),
  expiresAt: new Date(Date.now() + 3_600_000),
  decidedAt: null,
  decidedBy: null,
  note: '',
  editedArguments: null,
  usedAt: null,
  ...change,
});
