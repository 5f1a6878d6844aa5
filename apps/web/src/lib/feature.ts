import type { Component } from 'vue';
import type { RouteRecordRaw } from 'vue-router';

/** What a feature brings along; `features/<name>/<name>.routes.ts` exports one as `feature`. */
export interface Feature {
  routes: RouteRecordRaw[];
  menu?: MenuEntry[];
  /** Fills the left column of the workbench below the menu; gets `isCollapsed`, emits `navigate` after a choice. */
  leftColumn?: () => Promise<{ default: Component }>;
  /** What Ctrl or ⌘ with K opens over any page; gets `places` to go to beside its own, and `open` as a model. */
  palette?: () => Promise<{ default: Component }>;
}

export interface Place {
  label: string;
  icon: string;
  /** Name of the route. */
  to: string;
}

export interface MenuEntry {
  labelKey: string;
  icon: string;
  /** Name of the route it opens. */
  to: string;
  place: 'main' | 'admin';
  /** Ascending from the top. */
  order: number;
  /** What waits there; nothing is shown for 0. Called inside the app, so it may use stores. */
  count?: () => number;
}
