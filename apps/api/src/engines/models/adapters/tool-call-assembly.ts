import { createHash } from 'node:crypto';
import type { ModelToolCall } from '../model-adapter';

/** As servers really send it: any part may be missing, null, empty or of another type. */
export interface ToolCallFragment {
  index?: number | null;
  id?: string | null;
  function?: { name?: string | null; arguments?: unknown } | null;
}

interface Draft {
  index: number | null;
  id: string;
  name: string;
  arguments: string;
}

/** Puts the fragments of parallel tool calls together again (faults 4 and 10). */
export class ToolCallAssembly {
  private readonly drafts: Draft[] = [];

  /** `seed` tells the turns of one conversation apart where ids must be made up. */
  constructor(private readonly seed: string) {}

  add({ index, id, function: part }: ToolCallFragment): void {
    const given = { index: index ?? null, id: id || '', name: part?.name || '' };
    const draft = this.find(given) ?? this.begin(given.index);
    draft.id ||= given.id;
    draft.name ||= given.name;
    draft.arguments += textOf(part?.arguments);
  }

  /** Every call once, in the order they began; without a name there is nothing to call. */
  finish(): ModelToolCall[] {
    const taken = new Set<string>();
    return this.drafts
      .filter(({ name }) => name)
      .map((draft, at) => {
        const call = { id: draft.id, name: draft.name, arguments: draft.arguments.trim() || '{}' };
        if (!call.id || taken.has(call.id)) call.id = this.makeId(call, at);
        taken.add(call.id);
        return call;
      });
  }

  private begin(index: number | null): Draft {
    const draft: Draft = { index, id: '', name: '', arguments: '' };
    this.drafts.push(draft);
    return draft;
  }

  /** The call a fragment continues; undefined when it begins one. Some servers number all parallel calls 0. */
  private find({
    index,
    id,
    name,
  }: {
    index: number | null;
    id: string;
    name: string;
  }): Draft | undefined {
    const latest = this.drafts.findLast((draft) => index === null || draft.index === index);
    const isSameId = (draft: Draft) => draft.id === id && (index === null || draft.index === index);
    if (id)
      return (
        this.drafts.findLast(isSameId) ??
        (latest && !latest.id ? this.unnamed(latest, name) : undefined)
      );
    return latest && this.unnamed(latest, name);
  }

  /** Without an id, a second name begins a new call, unless it only repeats the name of the unfinished one. */
  private unnamed(latest: Draft, name: string): Draft | undefined {
    const isRepeated = latest.name === name && !isWhole(latest.arguments);
    return !name || !latest.name || isRepeated ? latest : undefined;
  }

  /** The same answer to the same request gets the same ids, so a replay is byte-identical (C-003). */
  private makeId(call: ModelToolCall, at: number): string {
    const content = [this.seed, at, call.name, call.arguments].join('\n');
    return `call_${createHash('sha256').update(content).digest('hex').slice(0, 24)}`;
  }
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
};

function isWhole(text: string): boolean {
  try {
    return typeof JSON.parse(text) === 'object';
  } catch {
    return false;
  }
}
