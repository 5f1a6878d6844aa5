import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  CustomToolFileName,
  CustomToolResult,
  CustomToolSaved,
  CustomToolView,
} from '@/contract/tools';
import type { Caller } from '@/foundation/http/caller';
import { ToolRunner } from '@/tools/registry/tool-runner.service';
import { isCustomToolOutput } from './custom-tools.bundle';
import {
  CustomToolFileChanged,
  CustomToolFileNotFound,
  CustomToolIdRefused,
  CustomToolNotFound,
  CustomToolRefused,
} from './custom-tools.errors';
import { resultOfRefusal } from './call/result';
import type { CustomTool } from './folder/custom-tool';
import { IdLock } from './folder/id-lock';
import { ToolCatalog } from './folder/tool-catalog.service';
import { filesAfter, type ToolChanges } from './folder/tool-changes';
import { ToolFolderRepository } from './folder/tool-folder.repository';
import { idProblem } from './folder/tool-id';
import { ToolPlaces } from './folder/tool-places.service';
import { readJson } from './json-text';
import { viewOf } from './tool-view';
import { Publishing } from './versions/publishing.service';

/** What administrators do with their tools: look, write, try. */
@Injectable()
export class CustomToolsService {
  constructor(
    private readonly catalog: ToolCatalog,
    private readonly folders: ToolFolderRepository,
    private readonly places: ToolPlaces,
    private readonly publishing: Publishing,
    private readonly lock: IdLock,
    private readonly runner: ToolRunner,
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
      const stored = await this.places.findForWriting(id);
      const directory = stored?.directory ?? id;
      const files = filesAfter(stored, changes);
      const { folder: next } = await this.places.requireSound(directory, files);
      const action = stored ? 'update' : 'create';
      const publication = { toolId: id, next, changes: files, source: 'rest', action } as const;
      await this.publishing.publish(caller, publication);
      const tool = await this.getTool(id);
      const result = stored ? 'updated' : 'created';
      return { id, result, tool: viewOf(tool, caller.locale) };
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
      const changes = { [name]: content };
      const next = await this.places.requireSound(directory, changes);
      await this.publishing.publish(caller, {
        toolId: next.tool.id,
        next: next.folder,
        changes,
        source: 'rest',
        action: 'update',
      });
      const saved = await this.catalog.findFolder(directory);
      const tool = (await this.catalog.listAll()).find((one) => one.directory === directory);
      if (!tool) throw new CustomToolNotFound(id);
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
      isByHand: true,
    });
    return isCustomToolOutput(output) ? output.panel : resultOfRefusal(tool, output);
  }

  private async getTool(id: string): Promise<CustomTool> {
    const tool = await this.catalog.findTool(id);
    if (!tool) throw new CustomToolNotFound(id);
    return tool;
  }
}
