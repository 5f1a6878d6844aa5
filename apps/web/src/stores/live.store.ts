import { defineStore } from 'pinia';
import { io } from 'socket.io-client';
import { ref } from 'vue';
import { currentLocale } from '@web/lib/i18n/i18n';
import { LiveSocket, type LiveState, type WireSocket } from '@web/lib/live-socket';

/** The one live connection. Session opens and closes it; everyone may send, watch and listen. */
export const useLive = defineStore('live', () => {
  const socket = new LiveSocket(
    () =>
      io({
        autoConnect: false,
        transports: ['websocket'],
        reconnectionDelay: 500,
        reconnectionDelayMax: 5_000,
        auth: (answer) => answer({ locale: currentLocale() }),
      }) as WireSocket,
  );
  const state = ref<LiveState>('idle');
  socket.onState((next) => (state.value = next));

  return {
    state,
    connect: () => socket.connect(),
    disconnect: () => socket.disconnect(),
    reconnect: () => socket.reconnect(),
    send: socket.send.bind(socket) as LiveSocket['send'],
    watch: socket.watch.bind(socket) as LiveSocket['watch'],
    on: socket.on.bind(socket) as LiveSocket['on'],
    onRefused: socket.onRefused.bind(socket) as LiveSocket['onRefused'],
  };
});
