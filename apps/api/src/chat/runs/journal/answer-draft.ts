import type { MessagePart, RunEvent, ToolCallPart } from '@/contract/chat';

type ApprovalEvent = Extract<RunEvent, { type: 'approval_request' | 'approval_end' }>;

/** What a run's events add up to: the parts of its answer. The browser does the same sum with the same events. */
export class AnswerDraft {
  readonly parts: MessagePart[] = [];
  /** Length of all text so far in UTF-16 units. */
  textLength = 0;
  hitStepLimit = false;

  apply(event: RunEvent): void {
    if (event.type === 'text_delta') this.addText(event.text);
    else if (event.type === 'tool_call_start') this.startCall(event);
    else if (event.type === 'tool_call_end') this.endCall(event);
    else if (event.type === 'approval_request' || event.type === 'approval_end') this.ask(event);
    else if (event.type === 'notice' && event.code === 'step_limit') this.hitStepLimit = true;
  }

  openCalls(): ToolCallPart[] {
    return this.parts.filter((part) => part.type === 'tool_call').filter((part) => !part.outcome);
  }

  private addText(text: string): void {
    this.textLength += text.length;
    const last = this.parts.at(-1);
    if (last?.type === 'text') last.text += text;
    else this.parts.push({ type: 'text', text });
  }

  private startCall(event: Extract<RunEvent, { type: 'tool_call_start' }>): void {
    const { callId, tool, icon, step, at } = event;
    this.parts.push({
      type: 'tool_call',
      callId,
      tool,
      icon,
      arguments: event.arguments,
      step,
      startedAt: at,
      durationMs: null,
      outcome: null,
    });
  }

  private ask({ callId, approval }: ApprovalEvent): void {
    const call = this.openCalls().find((part) => part.callId === callId);
    if (call) call.approval = approval;
  }

  private endCall({
    callId,
    durationMs,
    outcome,
  }: Extract<RunEvent, { type: 'tool_call_end' }>): void {
    const call = this.openCalls().find((part) => part.callId === callId);
    if (call) Object.assign(call, { durationMs, outcome });
  }
}
