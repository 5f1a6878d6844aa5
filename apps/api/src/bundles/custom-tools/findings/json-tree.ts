/** One value of a JSON text and where it stands. */
export interface JsonNode {
  from: number;
  to: number;
  /** Properties of an object or items of an array, in order; none for other values. */
  entries: JsonEntry[];
  isArray: boolean;
}

export interface JsonEntry {
  /** An item's key is its index. */
  key: string;
  keyFrom: number;
  keyTo: number;
  node: JsonNode;
}

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\]|\\.)*"/y;
const BARE = /[^\s,\]}]+/y;

/** Places of all values of a text that is known to be JSON. */
export function locateJson(text: string): JsonNode {
  return new Locator(text).value();
}

class Locator {
  private at = 0;

  constructor(private readonly text: string) {}

  value(): JsonNode {
    this.skip(SPACE);
    const from = this.at;
    const first = this.text[from];
    const isArray = first === '[';
    const entries = isArray || first === '{' ? this.entries(isArray) : [];
    if (entries.length === 0 && this.at === from) this.skip(first === '"' ? STRING : BARE);
    const to = this.at;
    this.skip(SPACE);
    return { from, to, entries, isArray };
  }

  private entries(isArray: boolean): JsonEntry[] {
    const entries: JsonEntry[] = [];
    this.at++;
    this.skip(SPACE);
    while (this.at < this.text.length && !/[\]}]/.test(this.text[this.at] ?? '')) {
      entries.push(isArray ? this.item(entries.length) : this.property());
      if (this.text[this.at] === ',') this.at++;
      this.skip(SPACE);
    }
    this.at++;
    return entries;
  }

  private item(index: number): JsonEntry {
    const node = this.value();
    return { key: String(index), keyFrom: node.from, keyTo: node.to, node };
  }

  private property(): JsonEntry {
    const keyFrom = this.at;
    this.skip(STRING);
    const keyTo = this.at;
    this.skip(SPACE);
    this.at++;
    const node = this.value();
    return { key: JSON.parse(this.text.slice(keyFrom, keyTo)) as string, keyFrom, keyTo, node };
  }

  private skip(pattern: RegExp): void {
    pattern.lastIndex = this.at;
    this.at += pattern.exec(this.text)?.[0].length ?? 0;
  }
}

/** The entry at the end of a path; of two equal keys the last one counts, as it does for readers. */
export function entryAt(root: JsonNode, path: readonly string[]): JsonEntry | null {
  let entry: JsonEntry | null = null;
  for (const key of path) {
    const entries: JsonEntry[] = (entry?.node ?? root).entries;
    entry = entries.findLast((one) => one.key === key) ?? null;
    if (entry === null) return null;
  }
  return entry;
}

export const nodeAt = (root: JsonNode, path: readonly string[]): JsonNode | null =>
  path.length === 0 ? root : (entryAt(root, path)?.node ?? null);

/** Cuts the entry out together with the comma that belongs to it. */
export function removalOf(parent: JsonNode, entry: JsonEntry): { from: number; to: number } {
  const index = parent.entries.indexOf(entry);
  const next = parent.entries[index + 1];
  if (next) return { from: entry.keyFrom, to: next.keyFrom };
  const previous = parent.entries[index - 1];
  return { from: previous?.node.to ?? entry.keyFrom, to: entry.node.to };
}
