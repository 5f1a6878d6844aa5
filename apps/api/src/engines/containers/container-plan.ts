import { randomBytes } from 'node:crypto';
import type { ContainerCreateOptions } from 'dockerode';

export const ROLE_LABEL = 'toolyard.role';
export const INSTANCE_LABEL = 'toolyard.instance';
export const EXPIRES_LABEL = 'toolyard.expires';
export const TOOL_ROLE = 'tool';

const USER = '10001';
const MIB = 1024 * 1024;
const SCRATCH = 'rw,noexec,nosuid,nodev,size=64m';

/** Who makes a container from what, and until when it may exist at the very longest. */
export interface ContainerOrder {
  instanceId: string;
  imageId: string;
  expires: Date;
}

/** A random part keeps a crash from leaving a name that is in the way. */
export const containerName = (): string => `toolyard-tool-${randomBytes(8).toString('hex')}`;

/**
 * Everything that closes a tool container. All of it is constant: nothing a person, a tool or a model says
 * gets in here.
 */
export function containerPlan(name: string, order: ContainerOrder): ContainerCreateOptions {
  return {
    name,
    Image: order.imageId,
    Entrypoint: [],
    Cmd: ['python3', '-I', '-u', '/opt/toolyard/run_once.py'],
    Hostname: 'tool',
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
    HostConfig: {
      AutoRemove: true,
      Init: false,
      NetworkMode: 'none',
      IpcMode: 'private',
      LogConfig: { Type: 'none', Config: {} },
      ReadonlyRootfs: true,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Memory: 512 * MIB,
      MemorySwap: 512 * MIB,
      NanoCpus: 1_000_000_000,
      PidsLimit: 256,
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
