import type { Feature } from '@web/lib/feature';

export const feature: Feature = {
  routes: [
    {
      path: '/admin/limits',
      name: 'admin-limits',
      component: () => import('./LimitsPage.vue'),
      meta: { titleKey: 'adminLimits.title', layout: 'admin', access: 'admin' },
    },
  ],
  menu: [
    {
      labelKey: 'adminLimits.title',
      icon: 'i-lucide-gauge',
      to: 'admin-limits',
      place: 'admin',
      order: 50,
    },
  ],
};
