/** The one known name that was probably meant, or null: a slip of the pen, never a guess between two. */
export function nearName(written: string, known: readonly string[]): string | null {
  const plain = plainOf(written);
  const same = known.filter((name) => plainOf(name) === plain);
  if (same.length === 1) return same[0] ?? null;
  const allowed = plain.length <= 2 ? 0 : plain.length <= 5 ? 1 : 2;
  const near = known
    .map((name) => ({ name, distance: distanceBetween(plain, plainOf(name)) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((one, other) => one.distance - other.distance);
  const [best, second] = near;
  return best && best.distance < (second?.distance ?? Infinity) ? best.name : null;
}

const LONGEST = 64;
const plainOf = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');

/** Letters to insert, remove, replace or swap with their neighbour. */
function distanceBetween(one: string, other: string): number {
  if (one.length > LONGEST || Math.abs(one.length - other.length) > 2) return Infinity;
  const table = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const cell = (row: number, column: number): number => table[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row++) {
    table.push([row]);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      table[row]?.push(
        Math.min(
          cell(row - 1, column) + 1,
          cell(row, column - 1) + 1,
          cell(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwap ? cell(row - 2, column - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return cell(one.length, other.length);
}
