import type { RouteLocation } from 'vue-router';
import type { Feature } from '@web/lib/feature';

const meta = { titleKey: 'adminTools.title', layout: 'admin', access: 'admin' } as const;

export const feature: Feature = {
  routes: [
    {
      path: '/admin/custom-tools',
      name: 'custom-tools',
      component: () => import('./CustomToolsPage.vue'),
      meta,
    },
    {
      path: '/admin/custom-tools/guide',
      name: 'custom-tools-guide',
      component: () => import('./guide/GuidePage.vue'),
      meta: { titleKey: 'adminCustomTools.guide.title', layout: 'bare', access: 'admin' },
    },
    {
      // The query is the canonical form: an id such as `guide` must not meet another page's path.
      path: '/admin/custom-tools/:toolId',
      redirect: ({ params }: RouteLocation) => ({
        name: 'custom-tools',
        params: {},
        query: { tool: params.toolId as string },
      }),
    },
  ],
  menu: [
    {
      labelKey: 'adminTools.title',
      icon: 'i-lucide-wrench',
      to: 'custom-tools',
      place: 'admin',
      order: 10,
    },
  ],
};
