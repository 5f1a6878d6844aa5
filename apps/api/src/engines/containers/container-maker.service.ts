import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock } from '@/foundation/clock/clock';
import { AppConfig } from '@/foundation/config/config';
import { Log } from '@/foundation/logging/log';
import type { ContainerConnection } from './container-connection';
import type { ContainerShape } from './container-shape';
import { ContainerEngineUnavailable } from './containers.errors';
import { DockerEngine } from './docker-engine.adapter';
import { EgressGate, type OpenGate } from './egress-gate';

/** No container waits for its first call, or serves one person, longer than this. */
export const LONGEST_IDLE_MS = 10 * 60_000;
export const LONGEST_SERVICE_MS = 10 * 60_000;
const READY_WITHIN_MS = 20_000;
const TIDY_WITHIN_MS = 5_000;
const GONE_WITHIN_MS = 3_000;
const EXPIRY_MARGIN_MS = 10 * 60_000;

export interface MakingOrder {
  imageId: string;
  shape: ContainerShape;
  /** Whose it will be; only a container with a way out is one person's from the start. */
  ownerId: string;
}

/** Makes containers and sees to their end: each comes with everything of its shape and leaves nothing behind. */
@Injectable()
export class ContainerMaker {
  /** Everything of ours that may exist on the engine: idle, opening, lent, kept, dying. */
  private readonly names = new Set<string>();
  private readonly gateOf = new WeakMap<ContainerConnection, OpenGate>();
  private isStopping = false;

  constructor(
    private readonly config: AppConfig,
    private readonly engine: DockerEngine,
    private readonly gates: EgressGate,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Whether this server made a container of that name and may still need it. */
  knows(name: string): boolean {
    return this.names.has(name);
  }

  /** From now on failures are nothing to tell. */
  stop(): void {
    this.isStopping = true;
  }

  /** A container whose interpreter waits. Throws when there is none to be had. */
  async make({ imageId, shape, ownerId }: MakingOrder): Promise<ContainerConnection> {
    const hosts = shape.allowedHosts;
    const gate = hosts.length > 0 ? await this.gates.open(hosts, ownerId) : null;
    let name = '';
    try {
      const { instanceId } = this.config;
      const egressDirectory = gate?.directory ?? null;
      const connection = await this.engine.open(
        { instanceId, imageId, shape, egressDirectory, expires: this.expiry() },
        (given) => this.names.add((name = given)),
      );
      if (gate) {
        this.gateOf.set(connection, gate);
        void connection.closed.then(() => gate.close());
      }
      await this.awaitReady(connection);
      return connection;
    } catch (thrown) {
      this.names.delete(name);
      await gate?.close();
      throw thrown;
    }
  }

  /** After a call of a container that is kept: whether it is ready for another one. */
  async renew(connection: ContainerConnection): Promise<boolean> {
    const late = setTimeout(() => connection.destroy(), TIDY_WITHIN_MS);
    await this.gateOf.get(connection)?.beginCall();
    const isReady = await connection.ready;
    clearTimeout(late);
    return isReady;
  }

  /** The container has served; it ends by itself, or is made to. */
  async discard(connection: ContainerConnection): Promise<void> {
    connection.endInput();
    const patience = new AbortController();
    const isGone = await Promise.race([
      connection.closed.then(() => true),
      sleep(GONE_WITHIN_MS, false, { signal: patience.signal }).catch(() => false),
    ]);
    patience.abort();
    if (!isGone) await this.remove(connection);
    connection.destroy();
    this.names.delete(connection.name);
  }

  /** Died by itself where nobody used it. */
  forget(connection: ContainerConnection): void {
    this.names.delete(connection.name);
  }

  note(thrown: unknown): void {
    if (!this.isStopping) this.log.error(thrown, 'a tool container failed');
  }

  async isAnyLeft(): Promise<boolean> {
    const found = await this.engine.listToolContainers().catch(() => []);
    return found.some(({ instanceId }) => instanceId === this.config.instanceId);
  }

  private async awaitReady(connection: ContainerConnection): Promise<void> {
    const late = setTimeout(() => connection.destroy(), READY_WITHIN_MS);
    const isReady = await connection.ready;
    clearTimeout(late);
    if (isReady) return;
    await this.remove(connection);
    const reason = connection.lastWords || 'it ended at once';
    throw new ContainerEngineUnavailable('not_working', reason);
  }

  private async remove({ containerId }: ContainerConnection): Promise<void> {
    await this.engine.remove(containerId).catch((thrown: unknown) => this.note(thrown));
  }

  private expiry(): Date {
    const longestCall = this.config.customTools.maxTimeoutSeconds * 1000;
    const longestLife = LONGEST_IDLE_MS + LONGEST_SERVICE_MS + longestCall + EXPIRY_MARGIN_MS;
    return new Date(this.clock.now().getTime() + longestLife);
  }
}
