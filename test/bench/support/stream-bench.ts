import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { connectModel } from '../../support/configured-model';
import type { ScriptedStep } from '../../support/scripted-turn';
import { ServerProcess } from '../../support/server-process';
import { UpstreamProcess } from '../../support/upstream-process';
import { Visitor } from '../../support/visitor';

const ADMIN = { email: 'bench@example.org', password: 'a password for the bench' };

/** Ticks per second of /proc/<pid>/stat on Linux (sysconf _SC_CLK_TCK, 100 on every platform we know). */
const TICKS_PER_S = 100;

/** Server, database and provider as separate processes; every stream has a person's socket of its own. */
export class StreamBench {
  private upstream!: UpstreamProcess;
  private server!: ServerProcess;
  private dataDir!: string;
  private model!: string;
  private clients: Visitor[] = [];

  async open(streams: number): Promise<void> {
    this.dataDir = await mkdtemp(path.join(os.tmpdir(), 'toolyard-bench-'));
    this.upstream = await UpstreamProcess.start();
    this.server = await ServerProcess.start({
      DATA_DIR: this.dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      CONTAINER_STOCK: '0',
    });
    const admin = new Visitor(this.server.url);
    await admin.signIn(ADMIN.email, ADMIN.password);
    this.model = await connectModel(admin, this.upstream.url);
    for (let i = 0; i < streams; i++) {
      const client = new Visitor(this.server.url);
      client.cookie = admin.cookie;
      await client.connect();
      this.clients.push(client);
    }
  }

  async close(): Promise<void> {
    this.clients.forEach((client) => client.leave());
    await this.server?.stop();
    await this.upstream?.stop();
    if (this.dataDir) await rm(this.dataDir, { recursive: true, force: true });
  }

  /** Scripts are handed out in the order requests arrive, so each stream's script must suit any of them. */
  async streamAll(stepsOf: (index: number) => ScriptedStep[]): Promise<StreamTimes[]> {
    await this.upstream.reset();
    await this.upstream.script(...this.clients.map((_, i) => ({ steps: stepsOf(i) })));
    const times = await Promise.all(this.clients.map((client, i) => this.streamOne(client, i)));
    const requests = await this.upstream.listRequests();
    return times.map(({ mark, firstFrameAtMs, text }) => {
      const sent = requests.find(({ body }) => body.includes(mark))?.firstByteAtMs ?? NaN;
      return { addedMs: firstFrameAtMs - sent, text };
    });
  }

  /** Seconds of processor time the server has used so far. */
  serverCpuSeconds(): number {
    const fields =
      readFileSync(`/proc/${this.server.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_S;
  }

  private async streamOne(client: Visitor, index: number) {
    const mark = `stream-${index}-${randomUUID()}`;
    let text = '';
    let firstFrameAtMs = NaN;
    const socket = await client.connected();
    const ended = new Promise<void>((done) => {
      const hear = ({ events }: { events: { type: string; text?: string }[] }) => {
        for (const event of events) {
          if (event.type === 'text_delta') {
            if (text === '') firstFrameAtMs = performance.timeOrigin + performance.now();
            text += event.text;
          }
          if (event.type !== 'run_end') continue;
          socket.off('run.events', hear);
          done();
        }
      };
      socket.on('run.events', hear);
    });
    const started = await client.send('run.start', {
      clientRequestId: randomUUID(),
      text: mark,
      modelId: this.model,
    });
    await client.send('conversation.watch', {
      conversationId: started.conversationId,
      afterSeq: 0,
    });
    await ended;
    return { mark, firstFrameAtMs, text };
  }
}

export interface StreamTimes {
  /** From the provider's first byte to the client's first frame, milliseconds. */
  addedMs: number;
  text: string;
}
