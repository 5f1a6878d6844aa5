import type { Feature } from '@web/lib/feature';

const meta = { titleKey: 'adminUsers.title', layout: 'admin', access: 'admin' } as const;

export const feature: Feature = {
  routes: [
    {
      path: '/admin/users',
      name: 'admin-users',
      component: () => import('./UsersPage.vue'),
      meta,
    },
    {
      path: '/admin/users/:userId',
      name: 'admin-user',
      component: () => import('./UserPage.vue'),
      meta,
    },
  ],
  menu: [
    {
      labelKey: 'adminUsers.title',
      icon: 'i-lucide-users',
      to: 'admin-users',
      place: 'admin',
      order: 40,
    },
  ],
};
