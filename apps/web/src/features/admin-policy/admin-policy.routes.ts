import type { Feature } from '@web/lib/feature';

export const feature: Feature = {
  routes: [
    {
      path: '/admin/policy',
      name: 'admin-policy',
      component: () => import('./PolicyPage.vue'),
      meta: { titleKey: 'adminPolicy.title', layout: 'admin', access: 'admin' },
    },
  ],
  menu: [
    {
      labelKey: 'adminPolicy.title',
      icon: 'i-lucide-sliders-horizontal',
      to: 'admin-policy',
      place: 'admin',
      order: 20,
    },
  ],
};
