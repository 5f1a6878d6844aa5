import { RouterView } from 'vue-router';
import type { Feature } from '@web/lib/feature';

const meta = { titleKey: 'adminModels.title', layout: 'admin', access: 'admin' } as const;

export const feature: Feature = {
  routes: [
    {
      // Nested, so that the menu entry stays marked on a provider's page.
      path: '/admin/models',
      component: RouterView,
      children: [
        { path: '', name: 'admin-models', component: () => import('./ModelsPage.vue'), meta },
        {
          path: 'new',
          name: 'admin-model-new',
          component: () => import('./ProviderPage.vue'),
          meta: { ...meta, titleKey: 'adminModels.newTitle' },
        },
        {
          path: ':providerId',
          name: 'admin-model',
          component: () => import('./ProviderPage.vue'),
          meta,
        },
      ],
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
