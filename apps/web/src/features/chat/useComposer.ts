import { ref, toValue, type MaybeRefOrGetter, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import type { ToolView } from '@contract/tools';
import { ApiError } from '@web/lib/api-error';
import { useErrorToast } from '@web/stores/toasts';
import { useChat } from './chat.store';
import { isJsonObject, slashCallIn } from './slash-query';

interface Surroundings {
  conversationId: MaybeRefOrGetter<string | null>;
  modelId: MaybeRefOrGetter<string | null>;
  tools: MaybeRefOrGetter<readonly ToolView[]>;
  draft: Ref<string>;
}

/** Why what was typed cannot go out as it is. */
export type ComposerHint = 'noModel' | 'notJson';

/** Turns what was typed into a question or a tool call; what is refused comes back into the box. */
export function useComposer({ conversationId, modelId, tools, draft }: Surroundings) {
  const chat = useChat();
  const router = useRouter();
  const errors = useErrorToast();
  const hint = ref<ComposerHint | null>(null);
  /** The tool whose form is open. */
  const formTool = ref<ToolView | null>(null);
  const isSending = ref(false);
  const isStopping = ref(false);

  function submit(): void {
    const text = draft.value;
    const names = toValue(tools).map(({ name }) => name);
    const call = slashCallIn(text, names);
    const model = toValue(modelId);
    hint.value = null;
    if (call) return submitCall(call);
    if (!model) hint.value = 'noModel';
    else void send(text, (id) => chat.ask(id, { text, modelId: model }));
  }

  function submitCall(call: { tool: string; arguments: string }): void {
    if (call.arguments === '') pick(call.tool);
    else if (!isJsonObject(call.arguments)) hint.value = 'notJson';
    else callTool(call);
  }

  function pick(name: string): void {
    formTool.value = toValue(tools).find((tool) => tool.name === name) ?? null;
  }

  function callTool(call: { tool: string; arguments: string }): void {
    // Refused, it comes back as a line one can send again: nothing typed into the form is lost.
    void send(`/${call.tool} ${call.arguments}`, (id) => chat.callTool(id, call));
  }

  async function send(typed: string, begin: (id: string | null) => Promise<string>): Promise<void> {
    if (isSending.value) return;
    const from = toValue(conversationId);
    const isStillHere = () => toValue(conversationId) === from;
    isSending.value = true;
    draft.value = '';
    try {
      const id = await begin(from);
      // Whoever went elsewhere meanwhile stays there; the conversation is in the list.
      if (from === null && isStillHere()) {
        await router.replace({ name: 'conversation', params: { conversationId: id } });
      }
    } catch (thrown) {
      if (isStillHere() && draft.value === '') draft.value = typed;
      errors.show(thrown);
    } finally {
      isSending.value = false;
    }
  }

  async function goOn(): Promise<void> {
    const id = toValue(conversationId);
    const model = toValue(modelId);
    if (!id || !model || isSending.value) return;
    isSending.value = true;
    await chat.goOn(id, model).catch((thrown) => errors.show(thrown));
    isSending.value = false;
  }

  async function stop(runId: string | undefined): Promise<void> {
    if (!runId || isStopping.value) return;
    isStopping.value = true;
    await chat.stop(runId).catch((thrown) => errors.show(ApiError.from(thrown)));
    isStopping.value = false;
  }

  return { submit, pick, callTool, goOn, stop, hint, formTool, isSending, isStopping };
}
