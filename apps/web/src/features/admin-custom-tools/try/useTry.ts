import { onScopeDispose, reactive, ref, shallowRef } from 'vue';
import type { TryBody, TryEvent, TryResult } from '@contract/workshop';
import { ApiError } from '@web/lib/api-error';
import { workshopApi } from '../workshop.api';

type Attempt = (id: string, body: TryBody, signal: AbortSignal) => AsyncIterable<TryEvent>;

/** A piece of what the script wrote, in the order it came. */
export interface OutputPiece {
  stream: 'stdout' | 'stderr';
  text: string;
}

/** More than a person reads; the page stays quick, the result has it all. */
const SHOWN_CHARS = 200_000;

export type TryPhase = 'idle' | 'waiting' | 'running' | 'ended' | 'stopped' | 'failed';

/** One run at a time, told while it happens; leaving or stopping ends the script in its container. */
export function useTry(attempt: Attempt = workshopApi.try) {
  const phase = ref<TryPhase>('idle');
  const pieces = ref<OutputPiece[]>([]);
  const result = shallowRef<TryResult | null>(null);
  const failure = shallowRef<ApiError | null>(null);
  const startedAt = ref(0);
  let current: AbortController | null = null;

  async function start(id: string, body: TryBody): Promise<void> {
    current?.abort();
    const own = new AbortController();
    current = own;
    reset();
    try {
      for await (const event of attempt(id, body, own.signal)) {
        if (current !== own) return;
        apply(event);
      }
      if (current === own && !result.value) throw ApiError.unreachable();
    } catch (thrown) {
      if (current !== own || own.signal.aborted) return;
      failure.value = ApiError.from(thrown);
      phase.value = 'failed';
    }
  }

  function reset(): void {
    phase.value = 'waiting';
    pieces.value = [];
    result.value = null;
    failure.value = null;
    startedAt.value = Date.now();
  }

  function apply(event: TryEvent): void {
    if (event.type === 'started') {
      phase.value = 'running';
      startedAt.value = Date.now();
    } else if (event.type === 'output') {
      append(pieces.value, event);
    } else {
      result.value = event.result;
      phase.value = 'ended';
    }
  }

  function stop(): void {
    if (phase.value !== 'waiting' && phase.value !== 'running') return;
    phase.value = 'stopped';
    current?.abort();
    current = null;
  }

  onScopeDispose(() => current?.abort());
  return reactive({ phase, pieces, result, failure, startedAt, start, stop });
}

/** Pieces of the same stream become one; what no person reads is left out. */
function append(pieces: OutputPiece[], { stream, text }: OutputPiece): void {
  const shownChars = pieces.reduce((sum, piece) => sum + piece.text.length, 0);
  const shown = text.slice(0, Math.max(0, SHOWN_CHARS - shownChars));
  if (shown === '') return;
  const last = pieces.at(-1);
  if (last?.stream === stream) last.text += shown;
  else pieces.push({ stream, text: shown });
}
