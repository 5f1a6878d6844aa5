import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CustomToolResult } from '@/contract/tools';
import { connectModel } from '../../support/configured-model';
import { ServerProcess } from '../../support/server-process';
import { UpstreamProcess } from '../../support/upstream-process';
import { Visitor } from '../../support/visitor';
import { pause } from './numbers';

const ADMIN = { email: 'bench@example.org', password: 'a password for the bench' };
const PEOPLE = 2;
const THINK_MS = 100;
const TOOL_TIMEOUT_S = 10;

/** What a hostile or broken tool does to the machine, one of each kind (S-32). */
export const HOSTILE: Record<string, string> = {
  fork_bomb:
    'import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass',
  output_flood: 'import sys\nwhile True:\n    sys.stdout.write("x" * 65536)',
  memory_hog: 'held = []\nwhile True:\n    held.append(bytearray(50_000_000))',
  cpu_spin: 'while True:\n    pass',
};

/** People who chat, and one person whose tools do their worst; server, database and provider are processes apart. */
export class StormBench {
  private upstream!: UpstreamProcess;
  private server!: ServerProcess;
  private dataDir!: string;
  private model!: string;
  private author!: Visitor;
  private readonly people: Visitor[] = [];
  /** How hostile calls ended, and how often. */
  readonly endings = new Map<string, number>();

  async open(): Promise<void> {
    this.dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-bench-'));
    this.upstream = await UpstreamProcess.start();
    this.server = await ServerProcess.start({
      DATA_DIR: this.dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      LOG_LEVEL: 'error',
      ...engineSettings(),
    });
    this.author = new Visitor(this.server.url);
    await this.author.signIn(ADMIN.email, ADMIN.password);
    this.model = await connectModel(this.author, this.upstream.url);
    for (const [id, code] of Object.entries(HOSTILE)) await this.makeTool(id, code);
    for (let i = 0; i < PEOPLE; i++) this.people.push(await this.invite(i));
  }

  async close(): Promise<void> {
    this.people.forEach((person) => person.leave());
    await this.server?.stop();
    await this.upstream?.stop();
    if (this.dataDir) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Milliseconds of every turn people take in that time: the list, a question up to its first word, the conversation. */
  async chatFor(milliseconds: number): Promise<number[]> {
    const until = performance.now() + milliseconds;
    const turns = await Promise.all(
      this.people.map(async (person) => {
        const taken: number[] = [];
        while (performance.now() < until) {
          taken.push(await this.takeTurn(person));
          await pause(THINK_MS);
        }
        return taken;
      }),
    );
    return turns.flat();
  }

  /** Each of these tools runs again as soon as it has ended, until told to stop; resolves when all have ended. */
  storm(kinds: readonly string[], signal: AbortSignal): Promise<void> {
    const rage = async (id: string) => {
      while (!signal.aborted) {
        const ending = await this.runHostile(id, signal);
        if (ending) this.endings.set(ending, (this.endings.get(ending) ?? 0) + 1);
      }
    };
    return Promise.all(kinds.map(rage)).then(() => undefined);
  }

  private async takeTurn(person: Visitor): Promise<number> {
    const startedAt = performance.now();
    await person.get('/api/conversations');
    const started = await person.send('run.start', {
      clientRequestId: randomUUID(),
      text: 'hello there',
      modelId: this.model,
    });
    await person.send('conversation.watch', { ...started, afterSeq: 0 });
    await person.eventsUntil(started.runId, ({ type }) => type === 'text_delta');
    await person.open(started.conversationId);
    const takenMs = performance.now() - startedAt;
    await person.eventsUntil(started.runId, ({ type }) => type === 'run_end');
    person.heard.length = 0;
    return takenMs;
  }

  private async runHostile(id: string, signal: AbortSignal): Promise<string | null> {
    const url = `${this.server.url}/api/admin/custom-tools/${id}/run`;
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { cookie: this.author.cookie, 'content-type': 'application/json' },
        body: JSON.stringify({ arguments: {} }),
        signal,
      });
      const { data, code } = (await response.json()) as { data?: CustomToolResult; code?: string };
      return `${id}: ${data?.status ?? code}`;
    } catch (thrown) {
      if (signal.aborted) return null;
      throw thrown;
    }
  }

  private async makeTool(id: string, code: string): Promise<void> {
    await this.author.post('/api/admin/custom-tools', {
      id,
      description: 'Hostile.',
      dangerous: false,
      parameters: { type: 'object', properties: {} },
      execution_code: `${code}\n`,
      timeout: TOOL_TIMEOUT_S,
    });
  }

  private async invite(number: number): Promise<Visitor> {
    const { link } = await this.author.post<{ link: string }>('/api/admin/users', {
      email: `person${number}@example.org`,
      name: 'Person',
      role: 'user',
    });
    const person = new Visitor(this.server.url);
    await person.post('/api/auth/invitations/accept', {
      token: link.split('#')[1],
      name: 'Person',
      password: ADMIN.password,
    });
    await person.connect();
    return person;
  }
}

/** The engine that `npm run bench` found. */
function engineSettings(): Record<string, string> {
  const { DOCKER_HOST, TOOL_IMAGE } = process.env;
  return { ...(DOCKER_HOST && { DOCKER_HOST }), ...(TOOL_IMAGE && { TOOL_IMAGE }) };
}
