import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '@/foundation/config/config';
import { seedExamples } from '../seed-examples';
import type { CustomTool } from './custom-tool';
import { readTool } from './read-tool';
import { ToolFolderRepository } from './tool-folder.repository';
import type { ToolFolder } from './tool-files';

/** The tools as they are on the disk right now; every answer comes from a fresh look, unchanged ones are read once. */
@Injectable()
export class ToolCatalog implements OnModuleInit {
  private readonly read = new WeakMap<ToolFolder, CustomTool>();

  constructor(
    private readonly folders: ToolFolderRepository,
    private readonly config: AppConfig,
  ) {}

  async onModuleInit(): Promise<void> {
    if (!this.config.customTools.enabled) return;
    await seedExamples(this.config.customTools.directory);
    await this.folders.recover();
  }

  /** Everything below the root, good or not, in the order of the folders. */
  async listAll(): Promise<CustomTool[]> {
    if (!this.config.customTools.enabled) return [];
    const folders = await this.folders.listFolders();
    return withUniqueIds(folders.map((folder) => this.toolOf(folder)));
  }

  async listValid(): Promise<CustomTool[]> {
    return (await this.listAll()).filter(({ defect }) => defect === null);
  }

  /** By id; a folder that no id leads to answers to its own name. */
  async findTool(id: string): Promise<CustomTool | null> {
    const tools = await this.listAll();
    return (
      tools.find((tool) => tool.id === id && tool.defect?.kind !== 'duplicate') ??
      tools.find((tool) => tool.directory === id) ??
      null
    );
  }

  async findFolder(directory: string): Promise<ToolFolder | null> {
    const folders = await this.folders.listFolders();
    return folders.find((folder) => folder.directory === directory) ?? null;
  }

  private toolOf(folder: ToolFolder): CustomTool {
    const known = this.read.get(folder);
    if (known) return known;
    const tool = readTool(folder, this.config.customTools.maxTimeoutSeconds);
    this.read.set(folder, tool);
    return tool;
  }
}

/** The first folder keeps the id, whatever the case of its letters. */
function withUniqueIds(tools: CustomTool[]): CustomTool[] {
  const owners = new Map<string, string>();
  return tools.map((tool) => {
    if (tool.defect) return tool;
    const key = tool.id.toLowerCase();
    const owner = owners.get(key);
    if (owner === undefined) {
      owners.set(key, tool.directory);
      return tool;
    }
    const text = {
      en: `duplicate id: the folder ${owner} already holds ${tool.id}`,
      'zh-CN': `duplicate id：文件夹 ${owner} 已使用 ID ${tool.id}`,
    };
    return { ...tool, defect: { kind: 'duplicate', text, position: null } };
  });
}
