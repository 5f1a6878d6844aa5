import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type {
  ToolFileTexts,
  VersionBody,
  VersionDetail,
  VersionRow,
  WorkshopTool,
} from '@/contract/workshop';
import type { Visitor } from '../../support/visitor';
import { WholeServer } from '../../support/whole-server';

const WORKSHOP = '/api/admin/workshop';

/** A whole server with a tool folder of its own, and an administrator at its workshop. */
export class WorkshopServer {
  static async start(env: Record<string, string> = {}): Promise<WorkshopServer> {
    const server = await WholeServer.start({ CUSTOM_TOOL_DIR: '', ...env });
    const admin = server.visitor('en');
    await admin.signIn('admin@example.org', 'correct horse battery');
    return new WorkshopServer(server, admin);
  }

  private constructor(
    readonly server: WholeServer,
    readonly admin: Visitor,
  ) {}

  get root(): string {
    return path.join(this.server.dataDir, 'custom_tools');
  }

  /** The body of a good answer; a refusal is thrown. */
  async ask<T>(method: string, place: string, body?: unknown, who = this.admin): Promise<T> {
    const response = await who.request(method, WORKSHOP + place, body);
    const answer = (await response.json()) as { data: T; code?: string };
    if (!response.ok) throw Object.assign(new Error(answer.code), answer, response.status);
    return answer.data;
  }

  /** The code of a refusal with its status; fails when there is none. */
  async refusal(method: string, place: string, body?: unknown): Promise<string> {
    const response = await this.admin.request(method, WORKSHOP + place, body);
    const { code } = (await response.json()) as { code?: string };
    return `${response.status} ${code}`;
  }

  list = (): Promise<WorkshopTool[]> => this.ask('GET', '/tools');
  tool = (id: string): Promise<WorkshopTool> => this.ask('GET', `/tools/${id}`);
  versions = (id: string): Promise<VersionRow[]> => this.ask('GET', `/tools/${id}/versions`);
  version = (id: string, number: number): Promise<VersionDetail> =>
    this.ask('GET', `/tools/${id}/versions/${number}`);
  save = (id: string, body: VersionBody): Promise<VersionDetail> =>
    this.ask('POST', `/tools/${id}/versions`, body);
  publish = (id: string, number: number, more: object = {}): Promise<WorkshopTool> =>
    this.ask('POST', `/tools/${id}/publish`, { number, ...more });

  /** As somebody with an editor on the server would. */
  put(directory: string, files: ToolFileTexts): void {
    mkdirSync(path.join(this.root, directory), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(path.join(this.root, directory, name), text);
    }
  }

  read(directory: string, name: string): string | null {
    const file = path.join(this.root, directory, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : null;
  }

  drop(directory: string): void {
    rmSync(path.join(this.root, directory), { recursive: true });
  }

  close(): Promise<void> {
    return this.server.close();
  }
}

/** The files of a tool that prints a text. */
export const printing = (id: string, text: string, definition: object = {}): ToolFileTexts => ({
  'definition.json': JSON.stringify({ id, description: id, ...definition }),
  'execution.py': `print('${text}')\n`,
});
