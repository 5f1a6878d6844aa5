import { Injectable } from '@nestjs/common';
import type { Caller } from '@/foundation/http/caller';
import {
  PolicyService,
  type CallSituation,
  type PolicyDecision,
  type Standing,
} from '@/people/policy/policy.service';
import type { AskApproval } from './approval-question';
import { ToolDenied, ToolNotFound, ToolRefused } from './registry.errors';
import { RegistryService } from './registry.service';
import type { Tool, ToolContext } from './tool';
import { findArguments } from './tool-arguments';

export interface ToolRequest {
  name: string;
  /** JSON exactly as the model or the person wrote it. */
  argumentsText: string;
  context: ToolContext;
  /** Runs this one instead of what the registry has under the name, e.g. a draft. Everything else is the same. */
  tool?: Tool;
  /** A person asked for this very call: that is a yes of their own, not somebody else's. */
  isByHand?: boolean;
  /** Comes with the call because approvals live upstairs. Without it *ask* means *no*. */
  askApproval?: AskApproval;
}

/** What became of a request on its way; complete even when it ends in a refusal. */
export interface ToolTrace {
  /** Null until a tool was found. */
  decision: PolicyDecision | null;
  /** Null until a tool was found, or when it has no versions. */
  toolVersion: string | null;
  /** Who said yes, when somebody had to. */
  approverId: string | null;
  /** What runs: a person may have edited it. */
  argumentsText: string;
}

/** The way in: find → policy → approval. */
@Injectable()
export class ToolGate {
  constructor(
    private readonly registry: RegistryService,
    private readonly policy: PolicyService,
  ) {}

  /**
   * Rights are read anew for every call, whatever was true when the run began.
   * @throws ToolNotFound, ToolDenied, ToolRefused, or what the asker answers with
   */
  async admit(caller: Caller, request: ToolRequest, trace: ToolTrace): Promise<Tool> {
    const [tool, standing] = await Promise.all([
      request.tool ?? this.registry.findTool(caller, request.name),
      this.policy.lookUp(caller),
    ]);
    if (!tool) throw new ToolNotFound(request.name);
    trace.toolVersion = tool.version ?? null;
    const decision = decide(standing, tool, { request, trace });
    if (needsAnswer(decision, request, standing)) {
      await this.ask(caller, { request, tool, trace, decision });
    }
    return tool;
  }

  /** A person may take long to answer, and may edit what runs: what holds then is what counts. */
  private async ask(
    caller: Caller,
    call: { request: ToolRequest; tool: Tool; trace: ToolTrace; decision: PolicyDecision },
  ): Promise<void> {
    const { request, tool, trace, decision } = call;
    const { argumentsText, context } = request;
    const answer = await request.askApproval?.({ tool, argumentsText, decision, context });
    if (!answer) throw new ToolRefused(tool.name);
    if (!answer.isApproved) throw answer.failure;
    trace.approverId = answer.approverId;
    trace.argumentsText = answer.argumentsText;
    const edited = { ...request, argumentsText: answer.argumentsText };
    const standing = await this.policy.lookUp(caller);
    const now = decide(standing, tool, { request: edited, trace });
    const isForOthers = now.approverGroupId !== decision.approverGroupId;
    if (isForOthers && needsAnswer(now, edited, standing)) {
      await this.ask(caller, { request: edited, tool, trace, decision: now });
    }
  }
}

function decide(
  standing: Standing,
  tool: Tool,
  { request, trace }: { request: ToolRequest; trace: ToolTrace },
): PolicyDecision {
  const decision = standing.decide(tool, situationOf(request));
  trace.decision = decision;
  if (decision.effect !== 'deny') return decision;
  // Whose tool it never was hears the same as of a tool that is not there.
  const isUnknown = decision.reason === 'administrators_only' || tool.adminOnly;
  throw isUnknown ? new ToolNotFound(request.name) : new ToolDenied(request.name);
}

/** An administrator's trial in the workshop asks nobody, but is written down. */
function needsAnswer(
  { effect, approverGroupId }: PolicyDecision,
  { isByHand = false, context }: ToolRequest,
  { subject }: Standing,
): boolean {
  if (effect !== 'ask') return false;
  const isTrial = context.trial === 'panel' || context.trial === 'test';
  if (isTrial && subject.role === 'admin') return false;
  return approverGroupId !== null || !isByHand;
}

function situationOf({ argumentsText, context }: ToolRequest): CallSituation {
  const { afterUntrusted = null, modelId = null } = context;
  return { conditions: { arguments: findArguments(argumentsText), afterUntrusted }, modelId };
}
