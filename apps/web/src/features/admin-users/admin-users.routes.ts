import { RouterView } from 'vue-router';
import type { Feature } from '@web/lib/feature';

const meta = { titleKey: 'adminUsers.title', layout: 'admin', access: 'admin' } as const;

export const feature: Feature = {
  routes: [
    {
      // Nested, so that the menu entry stays marked on a person's page.
      path: '/admin/users',
      component: RouterView,
      children: [
        { path: '', name: 'admin-users', component: () => import('./UsersPage.vue'), meta },
        { path: ':userId', name: 'admin-user', component: () => import('./UserPage.vue'), meta },
      ],
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
