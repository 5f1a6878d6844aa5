import type { Feature } from '@web/lib/feature';

export const feature: Feature = {
  routes: [
    {
      path: '/admin/ledger',
      name: 'admin-ledger',
      component: () => import('./LedgerPage.vue'),
      meta: { titleKey: 'adminLedger.title', layout: 'admin', access: 'admin' },
    },
  ],
  menu: [
    {
      labelKey: 'adminLedger.title',
      icon: 'i-lucide-scroll-text',
      to: 'admin-ledger',
      place: 'admin',
      order: 60,
    },
  ],
};
