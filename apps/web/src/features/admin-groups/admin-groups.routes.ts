import { RouterView } from 'vue-router';
import type { Feature } from '@web/lib/feature';

const meta = { titleKey: 'adminGroups.title', layout: 'admin', access: 'admin' } as const;

export const feature: Feature = {
  routes: [
    {
      path: '/admin/groups',
      component: RouterView,
      children: [
        { path: '', name: 'admin-groups', component: () => import('./GroupsPage.vue'), meta },
        { path: ':groupId', name: 'admin-group', component: () => import('./GroupPage.vue'), meta },
      ],
    },
  ],
  menu: [
    {
      labelKey: 'adminGroups.title',
      icon: 'i-lucide-shapes',
      to: 'admin-groups',
      place: 'admin',
      order: 45,
    },
  ],
};
