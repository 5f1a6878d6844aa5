import { Injectable } from '@nestjs/common';
import type { CheckResult } from '@/contract/workshop';
import { AppConfig } from '@/foundation/config/config';
import type { Caller } from '@/foundation/http/caller';
import { NOT_CHECKED, syntaxFindings } from '../findings/syntax-findings';
import { ToolCatalog } from '../folder/tool-catalog.service';
import { DraftLook, type Draft, type Rendering } from './draft-look';
import { modelViewOf } from './model-view';
import { PythonSyntax } from './python-syntax.service';

/** Looks at the files of a tool as an editor holds them. Nothing of the tool is ever executed here (S-26). */
@Injectable()
export class CheckService {
  constructor(
    private readonly syntax: PythonSyntax,
    private readonly catalog: ToolCatalog,
    private readonly config: AppConfig,
  ) {}

  async check(caller: Caller, draft: Draft, signal: AbortSignal): Promise<CheckResult> {
    const look = new DraftLook(draft, this.config.customTools.maxTimeoutSeconds);
    const { tool } = look;
    await this.checkOwner(look);
    const isSound = look.lookAtScript();
    const given = draft.arguments && look.render(draft.arguments, caller.locale);
    const rendering = isSound ? (given?.rendering ?? look.renderSample()) : null;
    if (rendering) await this.checkSyntax(caller, look, { rendering, signal });
    return {
      findings: look.findings(caller.locale),
      rendered: given?.script ?? null,
      modelView: tool.definition && (await modelViewOf(tool)),
    };
  }

  /** Another folder may answer to the id already. */
  private async checkOwner(look: DraftLook): Promise<void> {
    const { id, defect } = look.tool;
    const entry = look.definition?.root.entries.findLast(({ key }) => key === 'id');
    if (!entry || id === look.draft.id || defect?.kind === 'id') return;
    const other = await this.catalog.findTool(id);
    if (other?.id !== id) return;
    look.add('definition.json', {
      from: entry.node.from,
      to: entry.node.to,
      severity: 'error',
      rule: 'id_taken',
      message: {
        en: `The folder ${other.directory} already holds a tool with this id`,
        'zh-CN': `文件夹 ${other.directory} 已使用该 ID`,
      },
    });
  }

  private async checkSyntax(
    caller: Caller,
    look: DraftLook,
    { rendering, signal }: { rendering: Rendering; signal: AbortSignal },
  ): Promise<void> {
    if (!look.script) return;
    const notes = await this.syntax.check(caller, rendering.code, signal);
    const told = notes ? syntaxFindings(notes, look.script, rendering) : [NOT_CHECKED];
    look.add('execution.py', ...told);
  }
}
