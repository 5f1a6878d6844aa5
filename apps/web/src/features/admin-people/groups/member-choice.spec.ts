import { choosable, membersChange } from './member-choice';

const people = [
  { id: '1', name: 'Zoe', email: 'zoe@x.org' },
  { id: '2', name: 'Ann Lee', email: 'ann@x.org' },
  { id: '3', name: 'Bob', email: 'bob@lee.org' },
];
const ids = (found: { id: string }[]) => found.map(({ id }) => id);

it('shows members first, then everybody by name', () => {
  expect(ids(choosable(people, new Set(['1']), ''))).toEqual(['1', '2', '3']);
  expect(ids(choosable(people, new Set(), ''))).toEqual(['2', '3', '1']);
});

it('finds by every word in name or e-mail', () => {
  expect(ids(choosable(people, new Set(), ' LEE '))).toEqual(['2', '3']);
  expect(ids(choosable(people, new Set(), 'lee ann'))).toEqual(['2']);
});

it('counts who comes and who goes', () => {
  expect(membersChange(['1', '2'], new Set(['2', '3', '4']))).toEqual({ added: 2, removed: 1 });
});
