import { reactive, ref, shallowRef } from 'vue';
import type { VersionDetail } from '@contract/workshop';
import { useErrorToast } from '@web/stores/toasts';
import type { ToolWorkshop } from '../useToolWorkshop';
import { workshopApi } from '../workshop.api';

/** Publishing from anywhere: what stands in the editor is saved first, then the dialog asks. */
export function usePublishSteps(workshop: ToolWorkshop) {
  const version = shallowRef<VersionDetail | null>(null);
  const isOpen = ref(false);
  const errors = useErrorToast();

  async function begin(number?: number): Promise<void> {
    try {
      version.value =
        number === undefined
          ? await workshop.save()
          : await workshopApi.version(workshop.id, number);
      isOpen.value = version.value !== null;
    } catch (thrown) {
      errors.show(thrown, () => void begin(number));
    }
  }

  /** Rolling back makes a new version; the editor goes on from it unless something is being written. */
  async function finish(): Promise<void> {
    if (workshop.changed.length === 0) await workshop.load();
    else await workshop.refresh();
  }

  return reactive({ version, isOpen, begin, finish });
}
