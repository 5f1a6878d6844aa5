import { createHash } from 'node:crypto';

/** The shortest limits known: OpenAI takes ids of 40 characters, Anthropic letters, digits, _ and - only. */
const WIRE_ID = /^[A-Za-z0-9_-]{1,40}$/;

/** Ids of another provider, read back from history, must not make the next request fail. */
export const wireId = (id: string): string =>
  WIRE_ID.test(id) ? id : `call_${createHash('sha256').update(id).digest('hex').slice(0, 24)}`;

/** Arguments of an earlier call as an object; what the model wrote wrongly stays readable to it. */
export function wireArguments(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Falls through: invalid JSON would be refused by the provider, and with it the whole conversation.
  }
  return { invalid_arguments: text };
}
