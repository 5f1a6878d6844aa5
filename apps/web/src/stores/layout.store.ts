import { useMediaQuery } from '@vueuse/core';
import { defineStore } from 'pinia';
import { computed, ref } from 'vue';
import { readStored, writeStored } from '@web/lib/browser-storage';

export const ASIDE_MIN = 280;
export const ASIDE_MAX = 640;

const clampAside = (width: number) => Math.round(Math.min(ASIDE_MAX, Math.max(ASIDE_MIN, width)));

/** How this person has arranged the workbench. Features open and close the right side through it. */
export const useLayout = defineStore('layout', () => {
  const isPhone = useMediaQuery('(max-width: 767px)');
  const isLeftCollapsed = ref(readStored('left-collapsed') === 'true');
  /** The left column as a sheet, on the phone. */
  const isLeftSheetOpen = ref(false);
  const isAsideWanted = ref(readStored('aside-open') === 'true');
  const isAsideSheetOpen = ref(false);
  const asideWidth = ref(clampAside(Number(readStored('aside-width') ?? 360) || 360));
  /** Set by a page whose title is data (a conversation); null shows the route's own. */
  const pageTitle = ref<string | null>(null);

  const isAsideOpen = computed(() =>
    isPhone.value ? isAsideSheetOpen.value : isAsideWanted.value,
  );

  function toggleLeft(): void {
    isLeftCollapsed.value = !isLeftCollapsed.value;
    writeStored('left-collapsed', String(isLeftCollapsed.value));
  }

  function setAsideOpen(isOpen: boolean): void {
    if (isPhone.value) {
      isAsideSheetOpen.value = isOpen;
      return;
    }
    isAsideWanted.value = isOpen;
    writeStored('aside-open', String(isOpen));
  }

  function setAsideWidth(width: number): void {
    asideWidth.value = clampAside(width);
    writeStored('aside-width', String(asideWidth.value));
  }

  return {
    ...{ isPhone, isLeftCollapsed, isLeftSheetOpen, isAsideOpen, asideWidth, pageTitle },
    ...{ toggleLeft, setAsideOpen, setAsideWidth },
  };
});
