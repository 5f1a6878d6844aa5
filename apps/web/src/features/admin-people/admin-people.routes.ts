import { RouterView } from 'vue-router';
import type { Feature } from '@web/lib/feature';

const admin = { layout: 'admin', access: 'admin' } as const;
const users = { titleKey: 'adminUsers.title', ...admin };
const groups = { titleKey: 'adminGroups.title', ...admin };

/** People and groups: nested, so that the menu entry stays marked on a page of one of them. */
export const feature: Feature = {
  routes: [
    {
      path: '/admin/users',
      component: RouterView,
      children: [
        {
          path: '',
          name: 'admin-users',
          component: () => import('./users/UsersPage.vue'),
          meta: users,
        },
        {
          path: ':userId',
          name: 'admin-user',
          component: () => import('./users/UserPage.vue'),
          meta: users,
        },
      ],
    },
    {
      path: '/admin/groups',
      component: RouterView,
      children: [
        {
          path: '',
          name: 'admin-groups',
          component: () => import('./groups/GroupsPage.vue'),
          meta: groups,
        },
        {
          path: ':groupId',
          name: 'admin-group',
          component: () => import('./groups/GroupPage.vue'),
          meta: groups,
        },
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
    {
      labelKey: 'adminGroups.title',
      icon: 'i-lucide-shapes',
      to: 'admin-groups',
      place: 'admin',
      order: 45,
    },
  ],
};
