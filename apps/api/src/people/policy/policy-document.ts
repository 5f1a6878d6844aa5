import { z } from 'zod';
import type { PolicyDocument } from '@/contract/policy';
import { readPattern } from './pattern';
import { pointerPath } from './conditions';

const MOST_RULES = 10_000;
const MOST_CONDITIONS = 10;
const MOST_CHOICES = 100;
const LONGEST_VALUE = 1_000;

/** What holds before an administrator decided anything (C-016, D-004). */
export const FIRST_DOCUMENT: PolicyDocument = {
  rules: [],
  defaults: { dangerous: 'ask', safe: 'allow' },
  placements: {},
};

const name = z.string().min(1).max(200);
const effect = z.enum(['allow', 'ask', 'deny']);
const text = z.string().max(LONGEST_VALUE);
const scalar = z.union([text, z.number(), z.boolean(), z.null()]);

const pointer = text.refine((value) => pointerPath(value) !== null, {
  error: 'must be a JSON pointer, e.g. /path',
});

const pattern = text.min(1).superRefine((value, context) => {
  const read = readPattern(value);
  if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem.en });
});

const argument = { type: z.literal('argument'), pointer };

const condition = z.union([
  z.object({ ...argument, operator: z.literal('equals'), value: scalar }),
  z.object({
    ...argument,
    operator: z.literal('one_of'),
    value: z.array(scalar).min(1).max(MOST_CHOICES),
  }),
  z.object({ ...argument, operator: z.literal('prefix'), value: text.min(1) }),
  z.object({ ...argument, operator: z.literal('pattern'), value: pattern }),
  z.object({ type: z.literal('after_untrusted') }),
]);

const scope = z.discriminatedUnion('type', [
  z.object({ type: z.literal('everyone') }),
  z.object({ type: z.literal('role'), role: z.enum(['admin', 'user']) }),
  z.object({ type: z.literal('group'), groupId: z.uuid() }),
  z.object({ type: z.literal('user'), userId: z.uuid() }),
  z.object({ type: z.literal('model'), modelId: name }),
]);

const target = z.discriminatedUnion('type', [
  z.object({ type: z.literal('category'), category: name }),
  z.object({ type: z.literal('tool'), tool: name }),
]);

const rule = z
  .object({
    id: z.uuid(),
    scope,
    target,
    effect,
    conditions: z.array(condition).max(MOST_CONDITIONS),
    expiresAt: z.iso.datetime().nullable(),
    approverGroupId: z.uuid().nullable(),
    note: z.string().max(500),
  })
  .refine(({ effect: what, approverGroupId }) => approverGroupId === null || what === 'ask', {
    path: ['approverGroupId'],
    error: 'only a rule that asks has approvers',
  });

const hasUniqueIds = (rules: { id: string }[]): boolean =>
  new Set(rules.map(({ id }) => id)).size === rules.length;

/** What an administrator may save, and what a stored version looks like. */
export const policyDocumentSchema: z.ZodType<PolicyDocument> = z.object({
  rules: z
    .array(rule)
    .max(MOST_RULES)
    .refine(hasUniqueIds, { error: 'two rules have the same id' }),
  defaults: z.object({ dangerous: effect, safe: effect }),
  placements: z.record(name, name),
});
