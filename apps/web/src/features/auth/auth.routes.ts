import type { Feature } from '@web/lib/feature';

export const feature: Feature = {
  routes: [
    {
      path: '/login',
      name: 'login',
      component: () => import('./LoginPage.vue'),
      meta: { titleKey: 'auth.signIn', layout: 'bare', access: 'public' },
    },
    {
      path: '/welcome',
      name: 'welcome',
      component: () => import('./WelcomePage.vue'),
      meta: { titleKey: 'auth.welcome', layout: 'bare', access: 'public' },
    },
    {
      path: '/account',
      name: 'account',
      component: () => import('./AccountPage.vue'),
      meta: { titleKey: 'auth.account' },
    },
    {
      path: '/account/security',
      name: 'account-security',
      component: () => import('./SecurityPage.vue'),
      meta: { titleKey: 'auth.security.title' },
    },
  ],
};
