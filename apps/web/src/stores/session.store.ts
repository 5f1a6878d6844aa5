import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import type { Locale } from '@contract/errors';
import type { LiveNews } from '@contract/live';
import type { AuthState, Me, ProfileBody } from '@contract/people';
import { api, onUnauthenticated } from '@web/lib/api-client';
import { currentLocale, rememberLocale } from '@web/lib/i18n/i18n';
import { switchLocale } from '@web/lib/i18n/switch-locale';
import { useEntering } from './entering';
import { useLive } from './live.store';

export type SessionEnd = LiveNews['session.ended']['reason'];

/** Who is signed in, and in which language the page speaks to them. */
export const useSession = defineStore('session', () => {
  const live = useLive();
  const needsSetup = ref(false);
  const user = ref<Me | null>(null);
  const isLoaded = ref(false);
  /** Why the last session ended, for the sign-in page; null after signing out by oneself. */
  const endedBy = ref<SessionEnd | null>(null);
  const isAdmin = computed(() => user.value?.role === 'admin');

  async function load(): Promise<void> {
    const state = await api.get<AuthState>('/api/auth/state');
    needsSetup.value = state.needsSetup;
    isLoaded.value = true;
    if (state.user) await begin(state.user);
  }

  /** From now on this is the person; also after their name, role or language changed. */
  async function begin(me: Me): Promise<void> {
    user.value = me;
    needsSetup.value = false;
    endedBy.value = null;
    if (me.locale && me.locale !== currentLocale()) await speak(me.locale);
    live.connect();
  }

  function end(reason: SessionEnd | null): void {
    if (!user.value) return;
    user.value = null;
    endedBy.value = reason;
    live.disconnect();
  }

  const entering = useEntering(begin);

  async function signOut(): Promise<void> {
    await api.post('/api/auth/logout');
    end(null);
  }

  async function saveProfile(body: ProfileBody): Promise<void> {
    await begin(await api.patch<Me>('/api/auth/me', body));
  }

  /** Shows the language at once and remembers it, for the person too when someone is signed in. */
  async function chooseLocale(locale: Locale): Promise<void> {
    await speak(locale);
    if (user.value) await saveProfile({ locale });
  }

  async function speak(locale: Locale): Promise<void> {
    await switchLocale(locale);
    rememberLocale(locale);
    live.reconnect();
  }

  onUnauthenticated(() => end('expired'));
  live.onRefused(() => end('expired'));
  live.on('session.ended', ({ reason }) => end(reason));
  live.on('me.changed', ({ me }) => void begin(me));

  return {
    ...{ needsSetup, user, isLoaded, endedBy, isAdmin, ...entering },
    ...{ load, end, signOut, saveProfile, chooseLocale },
  };
});
