import type { OutputStream, ScriptResult } from '@/engines/containers/container-runtime';
import { spellingsOf } from './secret-spellings';

/** Stands where a secret stood, however long it was. */
export const MASK = '•••';

export type OutputListener = (stream: OutputStream, text: string) => void;

export interface MaskedPieces {
  onOutput: OutputListener;
  /** `isCut`: more was written than came here, so that even the beginning of a secret stays hidden. */
  end: (isCut: boolean) => void;
}

interface Node {
  next: Map<string, Node>;
  /** The longest other beginning of a spelling that this one ends with. */
  fail: Node | null;
  depth: number;
  /** Length of the longest spelling that ends here; 0 for none. */
  found: number;
}

const aNode = (depth: number): Node => ({ next: new Map(), fail: null, depth, found: 0 });

/** Aho and Corasick's automaton: one pass finds every spelling, overlapping ones too. */
function automatonOf(spellings: Iterable<string>): Node {
  const root = aNode(0);
  for (const spelling of spellings) {
    let node = root;
    for (let at = 0; at < spelling.length; at++) {
      const unit = spelling.charAt(at);
      const next = node.next.get(unit) ?? aNode(node.depth + 1);
      node.next.set(unit, next);
      node = next;
    }
    node.found = spelling.length;
  }
  const line = [root];
  for (const node of line) {
    for (const [unit, child] of node.next) {
      child.fail = node === root ? root : step(root, node.fail ?? root, unit);
      child.found ||= child.fail.found;
      line.push(child);
    }
  }
  return root;
}

function step(root: Node, from: Node, unit: string): Node {
  let node: Node | null = from;
  while (node !== null) {
    const next = node.next.get(unit);
    if (next) return next;
    node = node.fail;
  }
  return root;
}

/** Hides a call's secrets in everything that leaves it. Without secrets it costs nothing. */
export class SecretMask {
  static readonly NONE = new SecretMask([]);
  private readonly root: Node | null;

  constructor(values: Iterable<string>) {
    const spellings = new Set([...values].flatMap(spellingsOf));
    this.root = spellings.size === 0 ? null : automatonOf(spellings);
  }

  text(text: string, isCut = false): string {
    if (this.root === null) return text;
    const stream = new MaskedStream(this.root);
    return stream.write(text) + stream.end(isCut);
  }

  result(script: ScriptResult): ScriptResult {
    if (this.root === null) return script;
    const { stdout, stderr, truncated } = script;
    return {
      ...script,
      stdout: this.text(stdout, truncated),
      stderr: this.text(stderr, truncated),
    };
  }

  /** Live pieces, masked as if they had come in one; `end` hands out what was held back. */
  pieces(send: OutputListener): MaskedPieces {
    const { root } = this;
    if (root === null) return { onOutput: send, end: () => undefined };
    const streams = { stdout: new MaskedStream(root), stderr: new MaskedStream(root) };
    const sendSome: OutputListener = (stream, text) => {
      if (text !== '') send(stream, text);
    };
    return {
      onOutput: (stream, text) => sendSome(stream, streams[stream].write(text)),
      end: (isCut) => {
        sendSome('stdout', streams.stdout.end(isCut));
        sendSome('stderr', streams.stderr.end(isCut));
      },
    };
  }
}

/**
 * One stream in pieces. What may still turn out to be a secret is held back, so that a secret cut in two is found;
 * whatever the cuts, the pieces together are what the whole text gives.
 */
class MaskedStream {
  private node: Node;
  private held = '';
  /** Per unit of `held`: it is part of a secret. */
  private covered: boolean[] = [];
  private isInMask = false;

  constructor(private readonly root: Node) {
    this.node = root;
  }

  write(text: string): string {
    this.held += text;
    for (let at = 0; at < text.length; at++) {
      this.node = step(this.root, this.node, text.charAt(at));
      this.covered.push(false);
      if (this.node.found > 0) this.covered.fill(true, this.covered.length - this.node.found);
    }
    return this.release(this.held.length - this.node.depth);
  }

  end(isCut: boolean): string {
    if (isCut) this.covered.fill(true);
    return this.release(this.held.length);
  }

  private release(count: number): string {
    let shown = '';
    for (let at = 0; at < count; at++) {
      const isCovered = this.covered[at] ?? false;
      if (!isCovered) shown += this.held.charAt(at);
      else if (!this.isInMask) shown += MASK;
      this.isInMask = isCovered;
    }
    this.held = this.held.slice(count);
    this.covered = this.covered.slice(count);
    return shown;
  }
}
