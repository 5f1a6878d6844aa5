import { setTimeout as sleep } from 'node:timers/promises';
import { type DomainError } from '@/foundation/errors/domain-error';
import type { ModelConnection, ModelEvent } from '../model-adapter';
import { keepingWhatCame } from './kept-body';
import { ProviderUnreachable } from '../models.errors';
import { ProviderAnswered, translateFailure } from './provider-failure';

export type Fetch = (input: string | URL | Request, init?: object) => Promise<Response>;

const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 250;
/** A person is waiting: whoever asks for more patience than this gets to say so. */
const LONGEST_WAIT_MS = 5_000;
const RETRIED = new Set(['provider_limited', 'provider_broken', 'provider_unreachable']);

export interface ProviderCall<Chunk> {
  connection: ModelConnection;
  model: string;
  signal: AbortSignal;
  open(): Promise<AsyncIterable<Chunk>>;
  read(chunks: AsyncIterable<Chunk>): AsyncGenerator<ModelEvent>;
}

/**
 * Opens a stream, trying again only while nothing has been answered, and reads it to its end.
 * Every failure leaves as one of our errors; an abort leaves as the reason of the signal.
 */
export async function* callProvider<Chunk>(call: ProviderCall<Chunk>): AsyncGenerator<ModelEvent> {
  const { connection, model, signal } = call;
  const chunks = await retrying(call.open, { connection, model, signal });
  try {
    yield* call.read(chunks);
  } catch (thrown) {
    signal.throwIfAborted();
    throw translateFailure(thrown, { ...connection, model, hasStarted: true });
  }
}

/** One question with a whole answer, such as the list of models. */
export async function askProvider<Answer>(
  connection: ModelConnection,
  signal: AbortSignal,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask();
  } catch (thrown) {
    signal.throwIfAborted();
    throw translateFailure(thrown, { ...connection, hasStarted: false });
  }
}

async function retrying<Result>(
  open: () => Promise<Result>,
  {
    connection,
    model,
    signal,
  }: { connection: ModelConnection; model: string; signal: AbortSignal },
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await open();
    } catch (thrown) {
      signal.throwIfAborted();
      const failure = translateFailure(thrown, { ...connection, model, hasStarted: false });
      const waitMs = waitBefore(attempt, failure);
      if (waitMs === null) throw failure;
      await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function waitBefore(attempt: number, failure: DomainError): number | null {
  const isSlow = failure instanceof ProviderUnreachable && failure.isSlow;
  if (attempt >= MAX_RETRIES || isSlow || !RETRIED.has(failure.code)) return null;
  const waitMs = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** attempt;
  return waitMs <= LONGEST_WAIT_MS ? waitMs : null;
}

/** Hands the SDK only what it can read; everything else becomes one kind of failure, whichever SDK it is. */
export const readableAnswersOnly =
  (fetch: Fetch): Fetch =>
  async (input, init) => {
    const response = await fetch(input, init);
    const type = response.headers.get('content-type') ?? '';
    const wantsStream = Boolean((init as { body?: unknown } | undefined)?.body);
    const isReadable = wantsStream ? !/html|json/i.test(type) : /json/i.test(type);
    if (response.ok && isReadable) return wantsStream ? keepingWhatCame(response) : response;
    throw new ProviderAnswered(response.status, response.headers, await bodyOf(response));
  };

/** Never more than an error message can need, whatever is sent. */
async function bodyOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > 16_384) break;
  }
  return text;
}
