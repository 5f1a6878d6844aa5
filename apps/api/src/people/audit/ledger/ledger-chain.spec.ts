import fc from 'fast-check';
import { canonicalJson, chained, ChainWalk, GENESIS, type LedgerNote } from './ledger-chain';

const note = (subject: string): LedgerNote => ({
  at: new Date('2026-01-02T03:04:05.678Z'),
  kind: 'admin_act',
  actorId: null,
  action: 'thing.change',
  subject,
  outcome: 'ok',
  effect: null,
  conversationId: null,
  runId: null,
  call: null,
  arguments: null,
  facts: { a: 1, b: { d: [1, { z: 1, y: 2 }], c: null } },
});

const rows = chained({ seq: 0, hash: GENESIS }, ['a', 'b', 'c', 'd', 'e'].map(note));
const [, , , , last] = rows;

function check(entries: typeof rows, anchor: ChainWalk | null = null) {
  const walk = anchor ?? new ChainWalk(null);
  for (const entry of entries) walk.step(entry);
  return walk.end(last ?? { seq: 0, hash: GENESIS });
}

it('finds nothing wrong with a chain nobody touched', () => {
  expect(check(rows)).toMatchObject({ ok: true, checkedRows: 5, firstSeq: 1, lastSeq: 5 });
  const [first, second] = rows;
  expect(check(rows.slice(2), new ChainWalk(second ?? null)).ok).toBe(true);
  expect(check(rows.slice(2), new ChainWalk(first ?? null)).problems).toEqual([
    { seq: 2, problem: 'missing' },
  ]);
});

it.each(rows.map(({ seq }) => [seq]))('finds that row %i is missing', (seq) => {
  expect(check(rows.filter((row) => row.seq !== seq)).problems).toContainEqual({
    seq,
    problem: 'missing',
  });
});

it('finds every single changed value', () => {
  const fields = Object.keys(rows[0] ?? {}).filter((key) => key !== 'hash') as (keyof LedgerNote)[];
  fc.assert(
    fc.property(fc.nat(4), fc.constantFrom(...fields), fc.jsonValue(), (at, field, value) => {
      const [before, row] = [rows.slice(0, at), rows[at]];
      if (!row || canonicalJson(row[field]) === canonicalJson(value)) return;
      const changed = { ...row, [field]: value } as typeof row;
      expect(check([...before, changed, ...rows.slice(at + 1)]).ok).toBe(false);
    }),
  );
});

it('finds a row that was changed together with its own hash', () => {
  const [first, second, ...rest] = rows;
  if (!first || !second) throw new TypeError('no rows');
  const [forged] = chained(first, [note('forged')]);
  if (!forged) throw new TypeError('no row');
  expect(check([first, forged, ...rest]).problems).toEqual([{ seq: 3, problem: 'broken_link' }]);
  const anew = chained(first, ['forged', 'c', 'd', 'e'].map(note));
  expect(check([first, ...anew]).problems).toEqual([{ seq: 5, problem: 'broken_link' }]);
});

it('writes the same data the same way, whatever the order of keys', () => {
  expect(canonicalJson({ b: 1, a: { d: 1, c: [2] } })).toBe(
    canonicalJson({ a: { c: [2], d: 1 }, b: 1 }),
  );
});
