import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locale } from '@/contract/errors';
import type { CustomToolResult } from '@/contract/tools';
import { CustomToolsBundle } from '@/bundles/custom-tools/custom-tools.bundle';
import type { FinishedCall } from '@/bundles/custom-tools/calls/call-row';
import type { ToolCalls } from '@/bundles/custom-tools/calls/tool-calls.service';
import { ResultExtras } from '@/bundles/custom-tools/call/result-extras.service';
import { ToolExecution } from '@/bundles/custom-tools/call/execution.service';
import { resultOf } from '@/bundles/custom-tools/call/result';
import { ToolCatalog } from '@/bundles/custom-tools/folder/tool-catalog.service';
import { ToolFolderRepository } from '@/bundles/custom-tools/folder/tool-folder.repository';
import { callSecretsOf, NO_SECRETS } from '@/bundles/custom-tools/secrets/call-secrets';
import type { ToolSecrets } from '@/bundles/custom-tools/secrets/tool-secrets.service';
import {
  AS_BORN,
  type StateFacts,
  type ToolStates,
} from '@/bundles/custom-tools/states/tool-states.service';
import type { DraftChats } from '@/bundles/custom-tools/workshop/draft-chats.service';
import type { GroupsService } from '@/people/groups/groups.service';
import type { RegistryService } from '@/tools/registry/registry.service';
import type { ContainerRuntime } from '@/engines/containers/container-runtime';
import { readConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import { FakeResultFiles } from '../../support/fake-result-files';
import { anAdmin } from './callers';

export type ToolFiles = Record<string, string | Buffer>;

/** Custom tools in a folder of their own, on whatever runs containers. */
export class ToolRoom {
  readonly directory = path.join(
    mkdtempSync(path.join(tmpdir(), 'toolyard-tools-')),
    'custom_tools',
  );
  readonly config = readConfig({ CUSTOM_TOOL_DIR: this.directory, LOG_LEVEL: 'silent' });
  readonly folders = new ToolFolderRepository(this.config, new Log(this.config));
  readonly catalog = new ToolCatalog(this.folders, this.config);
  /** Values by name, for every tool of the room. */
  readonly secrets = new Map<string, string>();
  readonly execution: ToolExecution;
  /** Names of the groups somebody is in, by id. */
  readonly groups = new Map<string, string[]>();
  readonly states = new Map<string, Partial<StateFacts>>();
  /** Ids of tools whose files ask for another audience than the confirmed one. */
  readonly closed: string[] = [];
  readonly recorded: FinishedCall[] = [];

  constructor(runtime: ContainerRuntime) {
    const forCall: ToolSecrets['forCall'] = ({ secrets: named }) =>
      Promise.resolve(
        named.length === 0 ? NO_SECRETS : callSecretsOf(named, this.secrets, 'revision'),
      );
    const secrets = { forCall } as unknown as ToolSecrets;
    this.execution = new ToolExecution(runtime, secrets, new ResultExtras(new FakeResultFiles()));
  }

  bundle(registry: RegistryService): CustomToolsBundle {
    const states: Pick<ToolStates, 'listAll' | 'lookAtAudience'> = {
      listAll: () => Promise.resolve((id: string) => ({ ...AS_BORN, ...this.states.get(id) })),
      lookAtAudience: ({ id, audience }, { openedTo }) =>
        void (openedTo !== 'admins' && openedTo !== audience && this.closed.push(id)),
    };
    const calls: Pick<ToolCalls, 'record'> = {
      record: (_, call) => void this.recorded.push(call),
    };
    const drafts: Pick<DraftChats, 'listToolIds' | 'replace'> = {
      listToolIds: () => Promise.resolve([]),
      replace: (_, published) => Promise.resolve([...published]),
    };
    const groups: Pick<GroupsService, 'groupsOf'> = {
      groupsOf: ({ userId }) =>
        Promise.resolve((this.groups.get(userId) ?? []).map((name) => ({ id: name, name }))),
    };
    return new CustomToolsBundle(
      registry,
      this.catalog,
      this.execution,
      states as ToolStates,
      calls as ToolCalls,
      drafts as DraftChats,
      groups as GroupsService,
    );
  }

  async start(): Promise<this> {
    await this.catalog.onModuleInit();
    return this;
  }

  add(directory: string, files: ToolFiles): void {
    mkdirSync(path.join(this.directory, directory), { recursive: true });
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(path.join(this.directory, directory, name), content);
    }
  }

  /** A tool whose properties are named; all of them may be left out. */
  addScript(id: string, code: string, parameters: string[] = [], layer?: object): void {
    const properties = Object.fromEntries(parameters.map((name) => [name, {}]));
    this.add(id, {
      'definition.json': JSON.stringify({
        id,
        timeout: 10,
        parameters: { type: 'object', properties },
      }),
      'execution.py': code,
      ...(layer && { 'return.json': JSON.stringify(layer) }),
    });
  }

  async run(
    id: string,
    given: object | string = {},
    locale: Locale = 'zh-CN',
  ): Promise<CustomToolResult> {
    const tool = await this.catalog.findTool(id);
    if (!tool) throw new Error(`no tool ${id}`);
    const text = typeof given === 'string' ? given : JSON.stringify(given);
    const { signal } = new AbortController();
    return resultOf(
      await this.execution.run(anAdmin(), tool, text, { signal, conversationId: null }),
      locale,
    );
  }

  remove(): void {
    rmSync(path.dirname(this.directory), { recursive: true, force: true });
  }
}
