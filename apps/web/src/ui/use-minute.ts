import { createSharedComposable, useNow } from '@vueuse/core';

/** The time, moving every half minute; one clock for all times on the page. */
export const useMinute = createSharedComposable(() => useNow({ interval: 30_000 }));
