import {
  createRouter,
  createWebHistory,
  type RouteLocationNormalized,
  type Router,
} from 'vue-router';
import { safeReturnPath } from '@web/lib/safe-url';
import { useSession } from '@web/stores/session.store';
import { featureRoutes } from './features';

export function createAppRouter(): Router {
  const router = createRouter({
    history: createWebHistory(),
    routes: [
      ...featureRoutes,
      {
        path: '/:path(.*)*',
        name: 'not-found',
        component: () => import('./NotFoundPage.vue'),
        meta: { titleKey: 'app.notFound' },
      },
    ],
  });
  router.beforeEach(guard);
  return router;
}

async function guard(to: RouteLocationNormalized) {
  const session = useSession();
  // Without an answer from the server App.vue shows why, and loads again on request.
  if (!session.isLoaded) await session.load().catch(() => undefined);
  if (!session.isLoaded) return true;
  if (to.meta.access === 'public') {
    return to.name === 'login' && session.user ? safeReturnPath(to.query.to) : true;
  }
  if (!session.user) return loginFor(to.fullPath);
  if (to.meta.access === 'admin' && !session.isAdmin) {
    return { name: 'not-found', params: { path: to.path.slice(1).split('/') }, replace: true };
  }
  return true;
}

export function loginFor(fullPath: string) {
  return { name: 'login', query: fullPath === '/' ? {} : { to: fullPath } };
}
