import { useEventListener } from '@vueuse/core';
import { ref } from 'vue';
import { onBeforeRouteLeave, onBeforeRouteUpdate, useRouter, type RouteLocation } from 'vue-router';

/** Asks before unsaved work is left behind, whether by a link, another tool or closing the tab. */
export function useLeaveGuard(hasWork: () => boolean) {
  const router = useRouter();
  const isAsking = ref(false);
  let target: RouteLocation | null = null;
  let isFree = false;

  function ask(to: RouteLocation, from: RouteLocation): boolean {
    const stays = to.path === from.path && to.query.tool === from.query.tool;
    if (stays || isFree || !hasWork()) return true;
    target = to;
    isAsking.value = true;
    return false;
  }

  onBeforeRouteLeave(ask);
  onBeforeRouteUpdate(ask);
  useEventListener(window, 'beforeunload', (event) => {
    if (hasWork() && !isFree) event.preventDefault();
  });

  const letGo = () => (isFree = true);

  async function leave(): Promise<void> {
    letGo();
    if (target) await router.push(target.fullPath);
  }

  return { isAsking, leave, letGo };
}
