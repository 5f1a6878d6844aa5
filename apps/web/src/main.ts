import ui from '@nuxt/ui/vue-plugin';
import { VueQueryPlugin } from '@tanstack/vue-query';
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import App from './app/App.vue';
import { queryClient } from './app/query-client';
import { createAppRouter } from './app/router';
import { i18n, preferredLocale } from './lib/i18n/i18n';
import { switchLocale } from './lib/i18n/switch-locale';
import './ui/theme.css';

async function start(): Promise<void> {
  await switchLocale(preferredLocale());
  const app = createApp(App);
  app.use(createPinia());
  app.use(i18n);
  app.use(VueQueryPlugin, { queryClient });
  app.use(createAppRouter());
  app.use(ui);
  app.mount('#app');
}

void start();
