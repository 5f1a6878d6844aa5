import { useQueryClient } from '@tanstack/vue-query';
import { ref } from 'vue';
import type { SecretRow, WorkshopTool } from '@contract/workshop';
import { type StateChange, workshopApi, workshopKeys } from '../workshop.api';

type StateStore = Pick<typeof workshopApi, 'changeState' | 'setSecret' | 'removeSecret'>;

/** What an administrator decides about a tool apart from its files. */
export function useToolState(
  id: string,
  current: () => WorkshopTool,
  setTool: (tool: WorkshopTool) => void,
  store: StateStore = workshopApi,
) {
  const queries = useQueryClient();
  const isBusy = ref(false);

  async function change(part: StateChange): Promise<void> {
    isBusy.value = true;
    try {
      setTool(await store.changeState(id, part));
      await queries.invalidateQueries({ queryKey: workshopKeys.list });
    } finally {
      isBusy.value = false;
    }
  }

  const setSecrets = (secrets: SecretRow[]) => setTool({ ...current(), secrets });
  const setSecret = async (name: string, value: string) =>
    setSecrets(await store.setSecret(id, name, value));
  const removeSecret = async (name: string) => setSecrets(await store.removeSecret(id, name));

  return { isBusy, change, setSecret, removeSecret };
}
