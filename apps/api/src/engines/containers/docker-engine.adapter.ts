import { Injectable } from '@nestjs/common';
import Docker from 'dockerode';
import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppConfig } from '@/foundation/config/config';
import { isDomainError } from '@/foundation/errors/domain-error';
import { ContainerConnection } from './container-connection';
import {
  containerName,
  containerPlan,
  EXPIRES_LABEL,
  INSTANCE_LABEL,
  ROLE_LABEL,
  TOOL_ROLE,
  type ContainerOrder,
} from './container-plan';
import { ContainerEngineUnavailable } from './containers.errors';
import { readLines } from './streams/json-lines';

const USUAL_SOCKET = '/var/run/docker.sock';
const ANSWER_WITHIN_MS = 5_000;
const OPEN_WITHIN_MS = 60_000;

export interface FoundContainer {
  id: string;
  name: string;
  /** created, running, exited, … */
  state: string;
  createdAt: Date;
  instanceId: string;
  expires: Date | null;
}

export interface EngineEvent {
  containerId: string;
  action: string;
  exitCode: number | null;
}

interface RawEvent {
  id?: string;
  Action?: string;
  Actor?: { Attributes?: { exitCode?: string } };
}

/** The only file that speaks to Docker; what it throws is ours. */
@Injectable()
export class DockerEngine {
  private readonly docker: Docker;
  /** An engine that shuts down still serves the connections it has, for a while, and takes no new ones. */
  private readonly newcomer: Docker;
  private readonly address: string;
  private readonly image: string;
  /** Asked once: null for an engine whose containers stay where it puts them. */
  private cgroupParent: string | null | undefined;

  constructor(private readonly config: AppConfig) {
    const { host, image } = config.containers;
    this.address = host ?? `unix://${USUAL_SOCKET}`;
    this.image = image;
    const options = optionsFor(this.address);
    const once = { ...options, agent: new Agent({ keepAlive: false }) };
    this.docker = new Docker(options);
    this.newcomer = new Docker(once);
  }

  /** Throws when nobody answers, or when the engine is on its way out. */
  async ping(): Promise<void> {
    await this.ask(() => this.newcomer.ping());
  }

  async versions(): Promise<Record<string, string>> {
    const answer = await this.ask(() => this.docker.version());
    return Object.fromEntries(
      (answer.Components ?? []).map(({ Name, Version }) => [Name.toLowerCase(), Version]),
    );
  }

  async countCpus(): Promise<number> {
    const info = (await this.ask(() => this.docker.info())) as { NCPU?: number };
    return Math.max(1, info.NCPU ?? 1);
  }

  /** What the image's name stands for now; throws when it stands for nothing. */
  async getImageId(): Promise<string> {
    const image = this.docker.getImage(this.image);
    return (await this.ask(() => image.inspect())).Id;
  }

  /** Creates, attaches, starts: in this order nothing the container says is lost. */
  async open(order: ContainerOrder, onName: (name: string) => void): Promise<ContainerConnection> {
    const name = containerName();
    onName(name);
    const plan = containerPlan(name, order, await this.findCgroupParent());
    const container = await this.ask(() => this.docker.createContainer(plan), OPEN_WITHIN_MS);
    try {
      const socket = await this.ask(() =>
        container.attach({ stream: true, stdin: true, stdout: true, stderr: true, hijack: true }),
      );
      const connection = new ContainerConnection(container.id, name, socket as unknown as Duplex);
      await this.ask(() => container.start(), OPEN_WITHIN_MS);
      return connection;
    } catch (thrown) {
      await this.remove(container.id).catch(() => undefined);
      throw thrown;
    }
  }

  /** Dead already is as good. */
  async kill(containerId: string): Promise<void> {
    await this.askForEnd(() => this.docker.getContainer(containerId).kill());
  }

  /** Gone already is as good. */
  async remove(containerId: string): Promise<void> {
    const container = this.docker.getContainer(containerId);
    await this.askForEnd(() => container.remove({ force: true, v: true }));
  }

  /** Every tool container on this engine, of whatever server. */
  async listToolContainers(): Promise<FoundContainer[]> {
    const filters = { label: [`${ROLE_LABEL}=${TOOL_ROLE}`] };
    const found = await this.ask(() =>
      this.docker.listContainers({ all: true, filters: JSON.stringify(filters) }),
    );
    return found.map(({ Id, Names, State, Created, Labels }) => ({
      id: Id,
      name: (Names[0] ?? '').replace(/^\//, ''),
      state: State,
      createdAt: new Date(Created * 1000),
      instanceId: Labels[INSTANCE_LABEL] ?? '',
      expires: readDate(Labels[EXPIRES_LABEL]),
    }));
  }

  /** Calls back for what happens to this server's containers; `ended` resolves when the engine stops telling. */
  async watch(
    onEvent: (event: EngineEvent) => void,
  ): Promise<{ ended: Promise<void>; stop(): void }> {
    const filters = {
      type: ['container'],
      event: ['die', 'oom'],
      label: [`${INSTANCE_LABEL}=${this.config.instanceId}`],
    };
    const stream = (await this.ask(() =>
      this.docker.getEvents({ filters: JSON.stringify(filters) }),
    )) as Duplex;
    const ended = readLines(stream, (line) => {
      const { id, Action, Actor } = line as RawEvent;
      const exitCode = Number(Actor?.Attributes?.exitCode ?? NaN);
      if (id && Action) {
        onEvent({ containerId: id, action: Action, exitCode: exitCode >= 0 ? exitCode : null });
      }
    });
    return { ended, stop: () => stream.destroy() };
  }

  /**
   * With plain cgroups Docker keeps all containers in one group that weighs as much as the server; only at the top is
   * each weighed by its own shares against it. Under systemd they are the server's neighbours already.
   */
  private async findCgroupParent(): Promise<string | null> {
    if (this.cgroupParent !== undefined) return this.cgroupParent;
    const { CgroupDriver } = (await this.ask(() => this.docker.info())) as {
      CgroupDriver?: string;
    };
    return (this.cgroupParent = CgroupDriver === 'cgroupfs' ? '/' : null);
  }

  private async ask<T>(question: () => Promise<T>, withinMs = ANSWER_WITHIN_MS): Promise<T> {
    let late: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      const thrown = new ContainerEngineUnavailable('not_working', `no answer in ${withinMs} ms`);
      late = setTimeout(() => reject(thrown), withinMs);
    });
    try {
      return await Promise.race([question(), silence]);
    } catch (thrown) {
      throw this.translate(thrown);
    } finally {
      clearTimeout(late);
    }
  }

  private async askForEnd(question: () => Promise<unknown>): Promise<void> {
    try {
      await question();
    } catch (thrown) {
      // 404: no such container; 409: not running, or being removed.
      if (![404, 409].includes(statusOf(thrown))) throw this.translate(thrown);
    }
  }

  private translate(thrown: unknown): unknown {
    if (isDomainError(thrown)) return thrown;
    const { code, message } = thrown as { code?: string; message?: string };
    if (code === 'EACCES') return new ContainerEngineUnavailable('no_permission', this.address);
    const status = statusOf(thrown);
    if (status === 0) return new ContainerEngineUnavailable('no_engine', this.address);
    if (status === 404 && /no such image/i.test(message ?? '')) {
      return new ContainerEngineUnavailable('no_image', this.image);
    }
    return new ContainerEngineUnavailable('not_working', (message ?? 'no reason given').trim());
  }
}

const statusOf = (thrown: unknown): number =>
  (thrown as { statusCode?: number } | null)?.statusCode ?? 0;

function readDate(text: string | undefined): Date | null {
  const date = new Date(text ?? '');
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Certificates for a TLS engine come from where every Docker client looks for them. */
function optionsFor(address: string): Docker.DockerOptions {
  if (address.startsWith('unix://')) {
    return { socketPath: address.slice('unix://'.length) || USUAL_SOCKET, host: undefined };
  }
  const { hostname, port } = new URL(address.includes('://') ? address : `tcp://${address}`);
  return { host: hostname, port: port || '2375' };
}
