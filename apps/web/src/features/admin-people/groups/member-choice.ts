import type { UserRow } from '@contract/people';

type Person = Pick<UserRow, 'id' | 'name' | 'email'>;

/** People whose name or e-mail contains every word: members first, then by name. */
export function choosable<Some extends Person>(
  people: readonly Some[],
  members: ReadonlySet<string>,
  search: string,
): Some[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return people
    .filter(({ name, email }) => {
      const text = `${name}\n${email}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .sort(
      (one, other) =>
        Number(members.has(other.id)) - Number(members.has(one.id)) ||
        one.name.localeCompare(other.name),
    );
}

/** What saving would change. */
export function membersChange(before: Iterable<string>, after: ReadonlySet<string>) {
  const old = new Set(before);
  return {
    added: [...after].filter((id) => !old.has(id)).length,
    removed: [...old].filter((id) => !after.has(id)).length,
  };
}
