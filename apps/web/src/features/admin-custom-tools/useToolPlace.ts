import { computed } from 'vue';
import { useRoute, useRouter } from 'vue-router';
import type { CustomToolFileName } from '@contract/tools';
import { type PanelName, PANELS } from './components/ToolPanels.vue';
import { FILE_NAMES } from './file-texts';

/** Where one is in a tool stands in the address, so that a reload or a link lands at the same place. */
export function useToolPlace(id: string, isPhone: () => boolean) {
  const route = useRoute();
  const router = useRouter();

  function go(part: Record<string, string>): void {
    void router.replace({ query: { ...route.query, tool: id, ...part } });
  }

  const file = computed<CustomToolFileName>({
    get: () => FILE_NAMES.find((name) => name === route.query.file) ?? 'definition.json',
    set: (next) => go({ file: next }),
  });
  const panel = computed<PanelName | 'edit'>({
    get: () => {
      const first = isPhone() ? 'edit' : 'try';
      return PANELS.find((name) => name === route.query.panel) ?? first;
    },
    set: (next) => go({ panel: next }),
  });
  return { file, panel };
}
