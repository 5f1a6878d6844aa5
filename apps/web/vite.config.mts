import { fileURLToPath } from 'node:url';
import ui from '@nuxt/ui/vite';
import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.TOOLYARD_API ?? 'http://127.0.0.1:3000';

export default defineConfig({
  root: at('.'),
  resolve: { alias: { '@web': at('./src') } },
  plugins: [
    vue(),
    ui({
      root: at('.'),
      // Every component is imported by hand, so that the floors stay visible; nothing is generated into the tree.
      components: false,
      autoImport: false,
      dts: false,
      // stores/theme.ts owns light and dark; public/theme.js sets them before the first paint.
      colorMode: false,
      // Menu entries name theirs in the routes.
      icon: { clientBundle: { scan: { globInclude: ['src/**/*.{vue,ts}'] }, sizeLimitKb: 512 } },
      ui: {
        colors: { primary: 'accent', neutral: 'zinc' },
        button: { slots: { base: 'cursor-pointer' } },
        // A title may be one word without end, and a name of a provider's making.
        toast: {
          slots: { title: 'wrap-anywhere line-clamp-4', description: 'wrap-anywhere line-clamp-6' },
        },
        formField: { slots: { label: 'text-sm', help: 'text-xs text-dimmed', error: 'text-xs' } },
      },
    }),
  ],
  build: {
    outDir: at('../../dist/web'),
    emptyOutDir: true,
    // Fonts and pictures stay files, so that the content security policy needs no data: source.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': { target: server },
      '/static': { target: server },
      '/schemas': { target: server },
      '/socket.io': { target: server, ws: true },
    },
  },
});
