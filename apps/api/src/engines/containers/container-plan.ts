import { randomBytes } from 'node:crypto';
import type { ContainerCreateOptions, MountConfig } from 'dockerode';
import type { ContainerShape } from './container-shape';
import { EGRESS_FOLDER, FORWARDER_PORT } from './egress-gate';

export const ROLE_LABEL = 'toolyard.role';
export const INSTANCE_LABEL = 'toolyard.instance';
export const EXPIRES_LABEL = 'toolyard.expires';
export const TOOL_ROLE = 'tool';

const USER = '10001';
const MIB = 1024 * 1024;
/** An ordinary process has 1,024. Fewer still would starve a tool on a machine that is busy with other work. */
const CPU_SHARES = 64;
const SCRATCH = 'rw,noexec,nosuid,nodev,size=64m';

/** What programs that can use a proxy look for, in both spellings. */
const PROXY_VARIABLES = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map(
  (name) => `${name}=http://127.0.0.1:${FORWARDER_PORT}`,
);

/** Who makes a container from what, and until when it may exist at the very longest. */
export interface ContainerOrder {
  instanceId: string;
  imageId: string;
  expires: Date;
  shape: ContainerShape;
  /** The folder of its gate; null for a container that reaches nothing. */
  egressDirectory: string | null;
}

/** A random part keeps a crash from leaving a name that is in the way. */
export const containerName = (): string => `toolyard-tool-${randomBytes(8).toString('hex')}`;

/**
 * Everything that closes a tool container. All of it is constant but the bounded numbers of its shape: no text a
 * person, a tool or a model says gets in here.
 */
export function containerPlan(
  name: string,
  order: ContainerOrder,
  cgroupParent: string | null = null,
): ContainerCreateOptions {
  const { memoryMb, cpus, pids } = order.shape;
  return {
    name,
    Image: order.imageId,
    Entrypoint: [],
    Cmd: ['python3', '-I', '-u', '/opt/toolyard/run_once.py'],
    Hostname: 'tool',
    // With `NetworkMode: none` below: an empty network of its own, without what the engine does to set one up, which is
    // most of the time a container takes to start.
    NetworkDisabled: true,
    User: `${USER}:${USER}`,
    WorkingDir: '/work',
    Tty: false,
    OpenStdin: true,
    StdinOnce: true,
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    // Process 1 ignores SIGTERM; a stopping engine would wait ten seconds for nothing.
    StopSignal: 'SIGKILL',
    Labels: {
      [ROLE_LABEL]: TOOL_ROLE,
      [INSTANCE_LABEL]: order.instanceId,
      [EXPIRES_LABEL]: order.expires.toISOString(),
    },
    ...(order.egressDirectory && { Env: PROXY_VARIABLES }),
    HostConfig: {
      ...(order.egressDirectory && { Mounts: [egressMount(order.egressDirectory)] }),
      AutoRemove: true,
      Init: false,
      NetworkMode: 'none',
      IpcMode: 'private',
      LogConfig: { Type: 'none', Config: {} },
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: memoryMb * MIB,
      MemorySwap: memoryMb * MIB,
      NanoCpus: Math.round(cpus * 100) * 10_000_000,
      // When processors are short, people who chat come first (S-32).
      CpuShares: CPU_SHARES,
      ...(cgroupParent !== null && { CgroupParent: cgroupParent }),
      PidsLimit: pids,
      ShmSize: 16 * MIB,
      Tmpfs: {
        '/tmp': `${SCRATCH},mode=1777`,
        '/work': `${SCRATCH},mode=0700,uid=${USER},gid=${USER}`,
      },
      Ulimits: [
        { Name: 'core', Soft: 0, Hard: 0 },
        { Name: 'nofile', Soft: 1024, Hard: 1024 },
        { Name: 'fsize', Soft: 64 * MIB, Hard: 64 * MIB },
      ],
    },
  };
}

const egressMount = (directory: string): MountConfig[number] => ({
  Type: 'bind',
  Source: directory,
  Target: EGRESS_FOLDER,
  ReadOnly: true,
});
