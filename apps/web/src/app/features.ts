import type { Component } from 'vue';
import type { RouteRecordRaw } from 'vue-router';
import type { Feature, MenuEntry } from '@web/lib/feature';

/** Every `features/<name>/<name>.routes.ts`: a new page touches no central file. */
const features = Object.values(
  import.meta.glob<Feature>('../features/*/*.routes.ts', { eager: true, import: 'feature' }),
);

export const featureRoutes: RouteRecordRaw[] = features.flatMap(({ routes }) => routes);

export const leftColumns: (() => Promise<{ default: Component }>)[] = features.flatMap(
  ({ leftColumn }) => leftColumn ?? [],
);

export const palettes: (() => Promise<{ default: Component }>)[] = features.flatMap(
  ({ palette }) => palette ?? [],
);

export function menuOf(place: MenuEntry['place']): MenuEntry[] {
  return features
    .flatMap(({ menu }) => menu ?? [])
    .filter((entry) => entry.place === place)
    .sort((one, other) => one.order - other.order);
}
