import type { Feature } from '@web/lib/feature';

const views = {
  default: () => import('./ConversationPage.vue'),
  aside: () => import('./TimelineAside.vue'),
};

export const feature: Feature = {
  routes: [
    { path: '/', name: 'new-chat', components: views, meta: { titleKey: 'chat.newConversation' } },
    {
      path: '/c/:conversationId',
      name: 'conversation',
      components: views,
      meta: { titleKey: 'chat.conversation' },
    },
  ],
  leftColumn: () => import('./components/ConversationList.vue'),
  palette: () => import('./components/JumpPalette.vue'),
};
