import { ref, shallowRef } from 'vue';
import type { InvitationView } from '@contract/people';
import { ApiError } from '@web/lib/api-error';
import { useSession } from '@web/stores/session.store';
import { authApi } from './auth.api';

export type WelcomeKind = 'setup' | 'invite' | 'reset';

/** The one-time link: its token leaves the address bar at once, so that neither history nor a shoulder keeps it. */
export function useWelcomeLink() {
  const session = useSession();
  const token = ref('');
  const kind = ref<WelcomeKind | null>(null);
  const invitation = shallowRef<InvitationView | null>(null);
  const failure = shallowRef<ApiError | null>(null);
  const isChecking = ref(true);

  function takeToken(): void {
    token.value = decodeFragment(location.hash.slice(1));
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }

  async function check(): Promise<void> {
    failure.value = null;
    isChecking.value = true;
    try {
      if (session.needsSetup) {
        kind.value = token.value === '' ? null : 'setup';
      } else if (token.value !== '') {
        invitation.value = await authApi.checkInvitation(token.value);
        kind.value = invitation.value.kind;
      }
    } catch (thrown) {
      failure.value = ApiError.from(thrown);
    } finally {
      isChecking.value = false;
    }
  }

  return { token, kind, invitation, failure, isChecking, takeToken, check };
}

function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return '';
  }
}
