import { computed, ref } from 'vue';
import type { AcceptBody, CodeBody, LoginAnswer, LoginBody, Me, SetupBody } from '@contract/people';
import { api } from '@web/lib/api-client';

/** The ways in. A password or link may be answered with a ticket: then a code is asked for before anybody is in. */
export function useEntering(begin: (me: Me) => Promise<void>) {
  const ticket = ref<string | null>(null);
  const needsCode = computed(() => ticket.value !== null);

  async function enter(path: string, body: unknown): Promise<void> {
    const answer = await api.post<LoginAnswer>(path, body);
    ticket.value = 'needsCode' in answer ? answer.ticket : null;
    if (!('needsCode' in answer)) await begin(answer);
  }

  return {
    needsCode,
    signIn: (body: LoginBody) => enter('/api/auth/login', body),
    setUp: (body: SetupBody) => enter('/api/auth/setup', body),
    accept: (body: AcceptBody) => enter('/api/auth/invitations/accept', body),
    enterCode: (code: string) =>
      enter('/api/auth/login/code', { ticket: ticket.value ?? '', code } satisfies CodeBody),
    giveUpCode: () => (ticket.value = null),
  };
}
