import { useQuery, useQueryClient } from '@tanstack/vue-query';
import type { CreateUserBody, UpdateUserBody, UserLink, UserRow } from '@contract/people';
import { usersApi } from './users.api';

const USERS_KEY = ['admin-users'];

/** Everybody who has an account, and the verbs; each puts the server's answer into the list. */
export function useUsers() {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: USERS_KEY,
    queryFn: ({ signal }) => usersApi.list(signal),
  });

  async function create(body: CreateUserBody): Promise<UserLink> {
    const created = await usersApi.create(body);
    keep(created.user);
    return created;
  }

  async function update(id: string, body: UpdateUserBody): Promise<UserRow> {
    const updated = await usersApi.update(id, body);
    keep(updated);
    return updated;
  }

  async function createLink(id: string): Promise<UserLink> {
    const created = await usersApi.createLink(id);
    keep(created.user);
    return created;
  }

  function keep(user: UserRow): void {
    queries.setQueryData<UserRow[]>(USERS_KEY, (users = []) =>
      users.some(({ id }) => id === user.id)
        ? users.map((known) => (known.id === user.id ? user : known))
        : [...users, user],
    );
  }

  return { query, create, update, createLink };
}
