import type { Feature } from '@web/lib/feature';

const meta = { titleKey: 'adminModels.title', layout: 'admin', access: 'admin' } as const;

export const feature: Feature = {
  routes: [
    {
      path: '/admin/models',
      name: 'admin-models',
      component: () => import('./ModelsPage.vue'),
      meta,
    },
    {
      path: '/admin/models/new',
      name: 'admin-model-new',
      component: () => import('./ProviderPage.vue'),
      meta: { ...meta, titleKey: 'adminModels.newTitle' },
    },
    {
      path: '/admin/models/:providerId',
      name: 'admin-model',
      component: () => import('./ProviderPage.vue'),
      meta,
    },
  ],
  menu: [
    {
      labelKey: 'adminModels.title',
      icon: 'i-lucide-cpu',
      to: 'admin-models',
      place: 'admin',
      order: 30,
    },
  ],
};
