import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  CustomToolFileName,
  CustomToolResult,
  CustomToolSaved,
  CustomToolView,
} from '@/contract/tools';
import { AppConfig } from '@/foundation/config/config';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { ToolRunner } from '@/tools/registry/tool-runner.service';
import { isCustomToolOutput } from './custom-tools.bundle';
import {
  CustomToolFileChanged,
  CustomToolFileNotFound,
  CustomToolIdRefused,
  CustomToolIdTaken,
  CustomToolNotFound,
  CustomToolRefused,
  CustomToolsDisabled,
} from './custom-tools.errors';
import type { CustomTool, Defect } from './folder/custom-tool';
import { IdLock } from './folder/id-lock';
import { readTool } from './folder/read-tool';
import { ToolCatalog } from './folder/tool-catalog.service';
import { filesAfter, type ToolChanges } from './folder/tool-changes';
import { folderHash, readBytes, type ToolFolder } from './folder/tool-files';
import { ToolFolderRepository, type FileChanges } from './folder/tool-folder.repository';
import { idProblem } from './folder/tool-id';
import { readJson } from './json-text';
import { viewOf } from './tool-view';

/** What administrators do with their tools: look, write, delete, try. */
@Injectable()
export class CustomToolsService {
  private readonly lock = new IdLock();

  constructor(
    private readonly catalog: ToolCatalog,
    private readonly folders: ToolFolderRepository,
    private readonly runner: ToolRunner,
    private readonly audit: AuditService,
    private readonly config: AppConfig,
  ) {}

  async list(caller: Caller): Promise<CustomToolView[]> {
    const tools = await this.catalog.listAll();
    return tools.map((tool) => viewOf(tool, caller.locale));
  }

  async get(caller: Caller, id: string): Promise<CustomToolView> {
    return viewOf(await this.getTool(id), caller.locale);
  }

  /** The registry looks at the disk by itself; this forgets what it remembers of it, for the sceptical. */
  async reload(caller: Caller): Promise<CustomToolView[]> {
    this.folders.forget();
    return this.list(caller);
  }

  async save(caller: Caller, changes: ToolChanges): Promise<CustomToolSaved> {
    const { id } = changes;
    const problem = idProblem(id);
    if (problem) throw new CustomToolIdRefused(problem);
    return this.lock.run(id, async () => {
      const stored = await this.findForWriting(id);
      const directory = stored?.directory ?? id;
      const files = filesAfter(stored, changes);
      await this.requireSound(directory, files);
      await this.folders.write(directory, files);
      const tool = await this.getTool(id);
      const result = stored ? 'updated' : 'created';
      await this.record(caller, stored ? 'update' : 'create', tool);
      return { id, result, tool: viewOf(tool, caller.locale) };
    });
  }

  async remove(caller: Caller, id: string): Promise<void> {
    const tool = await this.catalog.findTool(id);
    const problem = tool ? null : idProblem(id);
    if (problem) throw new CustomToolIdRefused(problem);
    await this.lock.run(id, async () => {
      const found = await this.getTool(id);
      await this.folders.remove(found.directory);
      await this.record(caller, 'delete', found);
    });
  }

  async readFile(id: string, name: CustomToolFileName): Promise<{ text: string; hash: string }> {
    const tool = await this.getTool(id);
    const file = (await this.catalog.findFolder(tool.directory))?.files[name];
    if (file === undefined) throw new CustomToolFileNotFound(id, name);
    if (file.text !== null) return { text: file.text, hash: file.hash };
    throw new CustomToolRefused(
      tool.defect?.text ?? { en: `${name} cannot be shown`, 'zh-CN': `无法显示 ${name}` },
    );
  }

  /** `hash` is what the edit began with; when the file is another one by now, nothing is written. */
  async saveFile(
    caller: Caller,
    file: { id: string; name: CustomToolFileName; content: string; hash?: string },
  ): Promise<{ hash: string; tool: CustomToolView }> {
    const { id, name, content, hash } = file;
    return this.lock.run(id, async () => {
      const { directory } = await this.getTool(id);
      const folder = await this.catalog.findFolder(directory);
      const stored = folder?.files[name];
      if (hash !== undefined && hash !== (stored?.hash ?? '')) {
        throw new CustomToolFileChanged(name, stored === undefined);
      }
      if (name !== 'execution.py') readJson(content.replace(/^\ufeff/, ''));
      await this.requireSound(directory, { [name]: content });
      await this.folders.write(directory, { [name]: content });
      const saved = await this.catalog.findFolder(directory);
      const tool = (await this.catalog.listAll()).find((one) => one.directory === directory);
      if (!tool) throw new CustomToolNotFound(id);
      await this.record(caller, 'update', tool);
      return { hash: saved?.files[name]?.hash ?? '', tool: viewOf(tool, caller.locale) };
    });
  }

  /** Through the one runner, so that policy, audit and limits hold; whatever the script did is an answer. */
  async run(
    caller: Caller,
    id: string,
    call: { argumentsText: string; signal: AbortSignal },
  ): Promise<CustomToolResult> {
    const tool = await this.getTool(id);
    if (tool.defect) throw new CustomToolRefused(tool.defect.text);
    const context = {
      callId: randomUUID(),
      conversationId: null,
      runId: null,
      signal: call.signal,
    };
    const { output } = await this.runner.run(caller, {
      name: tool.id,
      argumentsText: call.argumentsText,
      context,
      // The administrator asked for this very call by hand.
      askApproval: () => Promise.resolve(true),
    });
    if (isCustomToolOutput(output)) return output.panel;
    return {
      success: false,
      output: '',
      return_code: null,
      truncated: false,
      timeout: tool.timeoutSeconds,
      elapsed_ms: 0,
      custom_tool: true,
      tool_id: tool.id,
      ...(output.content as object),
      status: output.status,
      message: output.message,
    };
  }

  private async getTool(id: string): Promise<CustomTool> {
    const tool = await this.catalog.findTool(id);
    if (!tool) throw new CustomToolNotFound(id);
    return tool;
  }

  /** The folder that holds the id; a new id must differ from all others by more than its case. */
  private async findForWriting(id: string): Promise<CustomTool | null> {
    if (!this.config.customTools.enabled) throw new CustomToolsDisabled();
    const stored = await this.catalog.findTool(id);
    if (stored?.id === id) return stored;
    const tools = await this.catalog.listAll();
    const key = id.toLowerCase();
    const other = tools.find(
      (tool) => tool.id.toLowerCase() === key || tool.directory.toLowerCase() === key,
    );
    if (other && !(other.directory === id && other.definition === null)) {
      throw new CustomToolIdTaken(id, other.directory);
    }
    return other ?? null;
  }

  /** Reads the folder as it would be, without writing it. Warnings pass, what would hide the tool does not. */
  private async requireSound(directory: string, changes: FileChanges): Promise<void> {
    const stored = await this.catalog.findFolder(directory);
    const next = folderAfter(directory, stored, changes);
    const { defect, id } = readTool(next, this.config.customTools.maxTimeoutSeconds);
    if (defect && !isOlder(defect, changes)) {
      throw defect.kind === 'id'
        ? new CustomToolIdRefused(defect.text)
        : new CustomToolRefused(defect.text);
    }
    if (!('definition.json' in changes)) return;
    const key = id.toLowerCase();
    const others = await this.catalog.listValid();
    const owner = others.find(
      (tool) => tool.directory !== directory && tool.id.toLowerCase() === key,
    );
    if (owner) throw new CustomToolIdTaken(id, owner.directory);
  }

  private async record(
    caller: Caller,
    deed: 'create' | 'update' | 'delete',
    tool: CustomTool,
  ): Promise<void> {
    await this.audit.record(caller, {
      action: `custom_tool.${deed}`,
      subject: tool.id,
      facts: { directory: tool.directory, hash: tool.hash },
    });
  }
}

function folderAfter(
  directory: string,
  stored: ToolFolder | null,
  changes: FileChanges,
): ToolFolder {
  const files: ToolFolder['files'] = { ...stored?.files };
  for (const name of Object.keys(changes) as CustomToolFileName[]) {
    const content = changes[name];
    if (content === null || content === undefined) delete files[name];
    else files[name] = readBytes(name, Buffer.from(content, 'utf8'));
  }
  return { directory, files, hash: folderHash(files) };
}

/** A folder that is incomplete, or broken in one file, may still be repaired in another. */
function isOlder({ kind, text }: Defect, changes: FileChanges): boolean {
  if (kind === 'incomplete') return true;
  return (
    !('definition.json' in changes) &&
    !Object.keys(changes).some((name) => text.en.startsWith(name))
  );
}
