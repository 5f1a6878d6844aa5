import { computed, reactive, ref, shallowRef, watch } from 'vue';
import type { CustomToolFileName } from '@contract/tools';
import type { Finding, WorkshopTool } from '@contract/workshop';
import { parseArguments } from './exact-json';
import { parameterNames, readDefinition, starterArguments } from './file-texts';
import { useTry } from './try/useTry';
import { useCheck } from './useCheck';
import { useToolDraft } from './useToolDraft';

/** Everything the pages of one tool share: its draft, what is found in it, the arguments at hand and the last run. */
export function useToolWorkshop(id: string) {
  const draft = useToolDraft(id);
  const attempt = useTry();
  const argumentsText = ref('{}');
  const triedCode = ref<string | null>(null);
  const schema = shallowRef<Record<string, unknown>>({});

  const check = useCheck(() => {
    if (!draft.tool.value) return null;
    const args = parseArguments(argumentsText.value) as Record<string, unknown> | null;
    return { id, files: { ...draft.texts.value }, arguments: args };
  });

  // The last definition that could be read: a form does not vanish over a missing comma.
  watch(
    () => draft.texts.value['definition.json'],
    () => {
      const parameters = readDefinition(draft.texts.value)?.parameters;
      if (typeof parameters === 'object' && parameters !== null) schema.value = { ...parameters };
    },
  );

  const declared = computed(() => parameterNames(schema.value));
  const findings = computed<Finding[]>(() => check.result.value?.findings ?? []);
  const failedLine = computed(() =>
    triedCode.value === draft.texts.value['execution.py']
      ? (attempt.result?.error_line ?? null)
      : null,
  );

  async function load(): Promise<void> {
    await draft.load();
    if (argumentsText.value === '{}')
      argumentsText.value = JSON.stringify(starterArguments(schema.value));
  }

  /** What stands in the editor is saved first: a run always belongs to a version. */
  async function run(): Promise<boolean> {
    const args = parseArguments(argumentsText.value) as Record<string, unknown> | null;
    const version = args && (await draft.save());
    if (!args || !version) return false;
    triedCode.value = version.files['execution.py'] ?? null;
    void attempt.start(id, { version: version.number, arguments: args });
    return true;
  }

  const setArguments = (text: string) => (argumentsText.value = text);
  const setText = (name: CustomToolFileName, text: string | undefined) => {
    if (text === undefined) draft.remove(name);
    else draft.texts.value[name] = text;
  };
  const setTool = (next: WorkshopTool) => (draft.tool.value = next);
  const findingsIn = (name: CustomToolFileName) =>
    findings.value.filter(({ file }) => file === name);

  return reactive({
    ...{ id, ...draft, attempt, argumentsText, schema, declared, findings, failedLine },
    ...{ checked: check.checked, checkResult: check.result, checkFailure: check.failure },
    ...{ isChecking: check.isChecking, load, run, findingsIn },
    ...{ setTool, setText, setArguments },
  });
}

export type ToolWorkshop = ReturnType<typeof useToolWorkshop>;
