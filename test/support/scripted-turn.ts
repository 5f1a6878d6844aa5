/** What the scripted model does next. Steps run in order; what a turn does not say gets a sensible default. */
export interface ScriptedTurn {
  /** Anything but 200 answers `body` (an error object if missing) and no stream. */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  steps?: ScriptedStep[];
  /** Counts reported at the end; null reports none. */
  usage?: { input: number; output: number; cached: number } | null;
  /** Overrides the reason in the words of the format; null sends none. */
  finish?: string | null;
  /** False leaves out the closing `[DONE]` (OpenAI) or `message_stop` (Anthropic). */
  done?: boolean;
  /** Writes the stream in pieces of this many bytes, so that characters and lines are torn. */
  pieceBytes?: number;
}

export type ScriptedStep =
  | { text: string }
  | { reasoning: string }
  /** `parts` cuts the arguments into that many fragments. */
  | { call: { id?: string; name: string; arguments: unknown }; parts?: number }
  /** One event of the stream exactly as given, for shapes no well-behaved server sends. */
  | { event: unknown; name?: string }
  /** Bytes exactly as given. */
  | { raw: string }
  | { waitMs: number }
  /** Destroys the connection. */
  | { cut: true };

/** A request of either format, as far as the rules look at it. */
export interface HeardRequest {
  tools: string[];
  mayCall: boolean;
  messages: { role: 'user' | 'assistant' | 'tool'; text: string }[];
}

interface Call {
  name: string;
  arguments: unknown;
}

/**
 * Reads what to do from the last question, so that a person or a browser test can steer by typing:
 * `call calc {"a":6,"op":"/","b":4}`, several joined by `and` (in parallel) or `then` (one after the other),
 * `repeat 10 call echo {"text":"x"}`, `say 200 words`, `say 200 words slowly`, `think`, `cut after 5 words`, `fail 429`.
 */
export function turnFor({ messages, mayCall }: HeardRequest): ScriptedTurn {
  const last = questionIn(messages);
  const question = messages[last]?.text ?? '';
  const since = messages.slice(last + 1);
  const steps = callsIn(question);
  const done = since.filter(({ role }) => role === 'assistant').length;
  const next = steps[done];
  if (next && mayCall) return { steps: next.map((call) => ({ call, parts: 3 })) };
  const results = since.filter(({ role }) => role === 'tool');
  if (results.length > 0) {
    return { steps: words(`The result is: ${results.map(({ text }) => text).join('; ')}`, 2) };
  }
  return spokenTurn(question);
}

/** The last thing a person said; a note the loop puts behind tool results is no question. */
function questionIn(messages: HeardRequest['messages']): number {
  let at = messages.findLastIndex(({ role }) => role === 'user');
  while (messages[at - 1]?.role === 'tool') {
    const before = messages.slice(0, at).findLastIndex(({ role }) => role === 'user');
    if (before < 0) break;
    at = before;
  }
  return at;
}

function spokenTurn(question: string): ScriptedTurn {
  const number = (pattern: RegExp) => Number(pattern.exec(question)?.[1] ?? NaN);
  const status = number(/\bfail\s+(\d{3})/);
  if (status) return { status, headers: status === 429 ? { 'retry-after': '30' } : {} };
  const cutAfter = number(/\bcut\s+after\s+(\d+)/);
  if (cutAfter) return { steps: [...words(counted(cutAfter), 5), { cut: true }] };
  const thought = /\bthink\b/.test(question) ? [{ reasoning: 'Let me think about that.' }] : [];
  const many = number(/\bsay\s+(\d+)\s+words/);
  const pauseMs = /\bslowly\b/.test(question) ? 50 : 5;
  if (many) return { steps: [...thought, ...words(counted(many), pauseMs)] };
  return { steps: [...thought, ...words(`You said: ${question.split('\n')[0]}`, 2)] };
}

const counted = (many: number): string =>
  Array.from({ length: many }, (_, at) => `word${at + 1}`).join(' ');

const words = (text: string, pauseMs: number): ScriptedStep[] =>
  (text.match(/\S+\s*/g) ?? []).flatMap((word) => [{ text: word }, { waitMs: pauseMs }]);

/** The calls of each step; those of one step are made in parallel. */
function callsIn(question: string): Call[][] {
  const steps: Call[][] = [];
  const marker = /(?:\brepeat\s+(\d+)\s+)?(?:\b(and|then)\s+)?\bcall\s+([\w-]+)\s*/g;
  for (const found of question.matchAll(marker)) {
    const [whole, repeat, joint, name = ''] = found;
    const call = { name, arguments: jsonAt(question, found.index + whole.length) };
    if (joint === 'and' && steps.length > 0) steps.at(-1)?.push(call);
    else for (let left = Number(repeat ?? 1); left > 0; left--) steps.push([call]);
  }
  return steps;
}

/** The object that begins here, or an empty one. */
function jsonAt(text: string, start: number): unknown {
  if (text[start] !== '{') return {};
  for (let end = text.indexOf('}', start); end >= 0; end = text.indexOf('}', end + 1)) {
    try {
      return JSON.parse(text.slice(start, end + 1)) as unknown;
    } catch {
      // Not the closing brace yet.
    }
  }
  return {};
}
