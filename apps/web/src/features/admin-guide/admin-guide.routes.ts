import type { Feature } from '@web/lib/feature';

export const feature: Feature = {
  routes: [
    {
      path: '/admin/custom-tools/guide',
      name: 'custom-tools-guide',
      component: () => import('./GuidePage.vue'),
      meta: { titleKey: 'adminCustomTools.guide.title', layout: 'bare', access: 'admin' },
    },
  ],
};
