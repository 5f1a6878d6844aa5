import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { EgressGate, type OpenGate } from '@/engines/containers/egress-gate';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import { EgressDialler } from './egress-dialler';
import { EgressUnavailable } from './egress.errors';
import { EgressReported } from './egress.events';
import { EGRESS_LIMITS, type EgressLimits } from './proxy/allowance';
import { Door } from './proxy/door';
import { readHosts } from './proxy/target';
import { holdFolder, isServed } from './socket-folder';

const FOLDER_NAME = /^[0-9a-f]{32}$/;
/** The container's user, whom this machine does not know, has to enter; nobody can look around. */
const FOLDER_MODE = 0o711;
const SWEEP_EVERY_MS = 10 * 60_000;
/** Younger ones may be another server's, between being made and being listened in. */
const SETTLED_AFTER_MS = 60_000;

/** Gives each container a folder with a socket and listens there for as long as the container lives. */
@Injectable()
export class SocketGate extends EgressGate implements OnModuleInit, OnApplicationShutdown {
  protected readonly limits: EgressLimits = EGRESS_LIMITS;
  private readonly gates = new Map<string, OpenGate>();
  private readonly base: string;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(
    { egress }: AppConfig,
    private readonly dialler: EgressDialler,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly log: Log,
  ) {
    super();
    this.base = egress.directory;
  }

  onModuleInit(): void {
    this.sweeping = setInterval(() => void this.sweep(), SWEEP_EVERY_MS);
    this.sweeping.unref();
    void this.sweep();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.sweeping);
    await Promise.all([...this.gates.values()].map((gate) => gate.close()));
  }

  override async open(hosts: readonly string[], ownerId: string): Promise<OpenGate> {
    const directory = path.join(this.base, randomBytes(16).toString('hex'));
    try {
      const gate = await this.openIn(directory, hosts, ownerId);
      this.gates.set(directory, gate);
      return gate;
    } catch (thrown) {
      await removeFolder(directory).catch(() => undefined);
      throw new EgressUnavailable(this.base, thrown);
    }
  }

  /** Folders a killed server left. Never rejects: the next sweep comes. */
  async sweep(): Promise<number> {
    const found = await readdir(this.base).catch(() => []);
    const removed = await Promise.all(
      found
        .filter((name) => FOLDER_NAME.test(name))
        .map((name) => this.removeLeftover(path.join(this.base, name)).catch(() => false)),
    );
    return removed.filter(Boolean).length;
  }

  private async openIn(
    directory: string,
    hosts: readonly string[],
    ownerId: string,
  ): Promise<OpenGate> {
    await mkdir(this.base, { recursive: true, mode: 0o700 });
    await mkdir(directory);
    // Not as mkdir's mode: the process's umask would take from it.
    await chmod(directory, FOLDER_MODE);
    const held = await holdFolder(directory);
    const rules = { hosts: readHosts(hosts), dialler: this.dialler, limits: this.limits };
    const door = new Door(rules, held.socketPath);
    try {
      await door.listen();
    } catch (thrown) {
      await held.release();
      throw thrown;
    }
    let ended: Promise<void> | undefined;
    return {
      directory,
      beginCall: async () => {
        this.report(ownerId, door);
        await this.attempt(() => door.beginCall());
      },
      close: () =>
        (ended ??= this.attempt(async () => {
          this.gates.delete(directory);
          this.report(ownerId, door);
          await door.close();
          await held.release();
          await removeFolder(directory);
        })),
    };
  }

  /** Whoever closes a gate can do nothing about it; a door that fails is one that stays closed. */
  private async attempt(work: () => Promise<void>): Promise<void> {
    await work().catch((thrown: unknown) => this.log.error(thrown, 'a way out failed'));
  }

  private report(ownerId: string, door: Door): void {
    const entries = door.takeRecord();
    if (entries.length === 0) return;
    this.log.info({ ownerId, egress: entries }, 'a tool used the network');
    this.events.publish(new EgressReported(ownerId, entries));
  }

  private async removeLeftover(directory: string): Promise<boolean> {
    const age = this.clock.now().getTime() - (await stat(directory)).mtimeMs;
    if (this.gates.has(directory) || age < SETTLED_AFTER_MS || (await isServed(directory))) {
      return false;
    }
    await removeFolder(directory);
    return true;
  }
}

const removeFolder = (directory: string): Promise<void> =>
  rm(directory, { recursive: true, force: true });
