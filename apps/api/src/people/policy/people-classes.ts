import type { PolicyScope } from '@/contract/policy';
import type { DecidableTool, Subject } from './decision';
import { scopeKey, type Rulebook } from './rulebook';

export interface Person extends Subject {
  name: string;
}

/** People about whom a tool's rules say the same. */
export interface PeopleClass {
  /** One of them, or somebody like them. */
  subject: Subject;
  people: number;
  /** At most three. */
  names: string[];
}

const SOME_NAMES = 3;

/** Finds the people whom rules single out without looking at all the others, who are counted by their role. */
export class PeopleClasses {
  private readonly byId = new Map<string, Person>();
  private readonly byGroup = new Map<string, Person[]>();
  private readonly byRole = new Map<Subject['role'], Person[]>();

  constructor(people: readonly Person[]) {
    for (const person of people) {
      this.byId.set(person.userId, person);
      push(this.byRole, person.role, person);
      for (const { id, name } of person.groups) {
        push(this.byGroup, id, person);
        push(this.byGroup, nameKey(name), person);
      }
    }
  }

  of(tool: DecidableTool, rulebooks: readonly Rulebook[]): PeopleClass[] {
    const singled = this.singledOut(tool, rulebooks);
    const classes = new Map<string, PeopleClass>();
    for (const [person, key] of singled) {
      const found = classes.get(key) ?? { subject: person, people: 0, names: [] };
      classes.set(key, found);
      found.people++;
      if (found.names.length < SOME_NAMES) found.names.push(person.name);
    }
    return [...classes.values(), ...this.everybodyElse(singled)];
  }

  /** Those whom a rule or the audience names, with what is the same for all of a class. */
  private singledOut(
    { audienceGroups = [], ...tool }: DecidableTool,
    rulebooks: readonly Rulebook[],
  ): Map<Person, string> {
    const keys = new Map<Person, string>();
    const add = (people: readonly Person[], mark: string) => {
      for (const person of people) {
        keys.set(person, `${keys.get(person) ?? String(person.role)} ${mark}`);
      }
    };
    for (const name of audienceGroups) add(this.byGroup.get(nameKey(name)) ?? [], 'audience');
    for (const scope of scopesOf(tool, rulebooks)) {
      if (scope.type === 'group') add(this.byGroup.get(scope.groupId) ?? [], scope.groupId);
      const user = scope.type === 'user' ? this.byId.get(scope.userId) : undefined;
      if (user) add([user], user.userId);
    }
    return keys;
  }

  private everybodyElse(singled: ReadonlyMap<Person, string>): PeopleClass[] {
    const taken = new Map<Subject['role'], number>();
    for (const { role } of singled.keys()) taken.set(role, (taken.get(role) ?? 0) + 1);
    return [...this.byRole].flatMap(([role, people]) => {
      const count = people.length - (taken.get(role) ?? 0);
      if (count === 0) return [];
      const names = firstOf(people, singled).map(({ name }) => name);
      return [{ subject: { userId: '', role, groups: [] }, people: count, names }];
    });
  }
}

/** Each once and sorted, so that the marks of a person come in one order whatever order the rules have. */
function scopesOf(tool: DecidableTool, rulebooks: readonly Rulebook[]): PolicyScope[] {
  const scopes = new Map<string, PolicyScope>();
  for (const book of rulebooks) {
    for (const scope of book.scopesOf(tool)) scopes.set(scopeKey(scope), scope);
  }
  return [...scopes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, scope]) => scope);
}

function firstOf(people: readonly Person[], without: ReadonlyMap<Person, string>): Person[] {
  const found: Person[] = [];
  for (const person of people) {
    if (found.length === SOME_NAMES) break;
    if (!without.has(person)) found.push(person);
  }
  return found;
}

const nameKey = (name: string): string => `name ${name}`;

function push<Key>(map: Map<Key, Person[]>, key: Key, person: Person): void {
  const list = map.get(key);
  if (list) list.push(person);
  else map.set(key, [person]);
}
