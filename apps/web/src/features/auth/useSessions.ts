import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { useSession } from '@web/stores/session.store';
import { securityApi } from './security.api';

const KEY = ['own-sessions'];

/** Where this person is signed in, and the verbs that end it. */
export function useSessions() {
  const queries = useQueryClient();
  const session = useSession();
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => securityApi.sessions(signal) });
  const renew = () => queries.invalidateQueries({ queryKey: KEY });

  async function end(id: string): Promise<void> {
    await securityApi.endSession(id);
    await renew();
  }

  async function endOthers(): Promise<void> {
    await securityApi.endOtherSessions();
    await renew();
  }

  /** The cookie is gone with the answer, so this page is over too. */
  async function endAll(): Promise<void> {
    await securityApi.endAllSessions();
    session.end(null);
  }

  return { query, end, endOthers, endAll };
}

export type Sessions = ReturnType<typeof useSessions>;
