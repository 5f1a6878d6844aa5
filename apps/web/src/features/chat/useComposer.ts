import { nextTick, ref, toValue, type MaybeRefOrGetter, type Ref } from 'vue';
import { useRouter } from 'vue-router';
import type { ToolView } from '@contract/tools';
import { useErrorToast } from '@web/stores/toasts';
import { useChat } from './chat.store';
import { isJsonObject, type SlashCall, slashCallIn } from './slash-query';

interface Surroundings {
  conversationId: MaybeRefOrGetter<string | null>;
  /** Both wait for the first answer of the server: one may type faster than the page loads. */
  findModelId: () => Promise<string | null>;
  findTools: () => Promise<readonly ToolView[]>;
  draft: Ref<string>;
}

/** Why what was typed cannot go out as it is. */
export type ComposerHint =
  { kind: 'noModel' | 'notJson' } | { kind: 'tooLong'; chars: number; limit: number };

/** What the server takes of a question, and of a tool's arguments. A longer one would close the connection. */
export const MAX_CHARS = 500_000;

/** Turns what was typed into a question or a tool call; what is refused comes back into the box. */
export function useComposer({ conversationId, draft, ...find }: Surroundings) {
  const chat = useChat();
  const router = useRouter();
  const errors = useErrorToast();
  const hint = ref<ComposerHint | null>(null);
  /** The tool whose form is open. */
  const formTool = ref<ToolView | null>(null);
  const isSending = ref(false);

  async function submit(): Promise<void> {
    const text = draft.value;
    hint.value = null;
    const tools = text.trimStart().startsWith('/') ? await find.findTools() : [];
    const call = slashCallIn(text, tools);
    if (call) return submitCall(call);
    hint.value = tooLong(text);
    if (hint.value) return;
    const modelId = await find.findModelId();
    if (!modelId) hint.value = { kind: 'noModel' };
    else await send(text, (id) => chat.ask(id, { text, modelId }));
  }

  function submitCall({ tool, arguments: json }: SlashCall): void {
    if (json === '') formTool.value = tool;
    else if (json.length <= MAX_CHARS && !isJsonObject(json)) hint.value = { kind: 'notJson' };
    else void callTool({ tool: tool.name, arguments: json });
  }

  async function callTool(call: { tool: string; arguments: string }): Promise<void> {
    // Refused, it comes back as a line one can send again: nothing typed into the form is lost.
    const typed = `/${call.tool} ${call.arguments}`;
    const refusal = tooLong(call.arguments);
    if (!refusal) return send(typed, (id) => chat.callTool(id, call));
    draft.value ||= typed;
    // A draft that changes takes the hint away.
    await nextTick();
    hint.value = refusal;
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

  const refuse = (pasted: string): void => void (hint.value = tooLong(pasted));

  return { submit, callTool, refuse, hint, formTool };
}

const tooLong = ({ length }: string): ComposerHint | null =>
  length > MAX_CHARS ? { kind: 'tooLong', chars: length, limit: MAX_CHARS } : null;
