import type { Feature } from '@web/lib/feature';
import { useApprovals } from '@web/stores/approvals.store';

export const feature: Feature = {
  routes: [
    {
      path: '/approvals',
      name: 'approvals',
      component: () => import('./ApprovalsPage.vue'),
      meta: { titleKey: 'approvals.title' },
    },
  ],
  menu: [
    {
      labelKey: 'approvals.title',
      icon: 'i-lucide-shield-question',
      to: 'approvals',
      place: 'main',
      order: 10,
      count: () => useApprovals().toAnswer,
    },
  ],
};
