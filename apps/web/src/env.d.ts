/// <reference types="vite/client" />
import 'vue-router';

declare module 'vue-router' {
  interface RouteMeta {
    /** Message key of the page's title. */
    titleKey?: string;
    /** Frame around the page; `app` when missing. */
    layout?: 'app' | 'admin' | 'bare';
    /** Who may open it; any signed-in person when missing. */
    access?: 'public' | 'admin';
  }
}
