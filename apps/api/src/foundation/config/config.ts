import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';

const flag = z
  .enum(['1', '0', 'true', 'false', 'on', 'off'])
  .transform((value) => ['1', 'true', 'on'].includes(value));

const hostPorts = z.string().transform((text, check) => {
  const entries = text.split(',').map((entry) => entry.trim().toLowerCase());
  const wrong = entries.find((entry) => !/^([\w.-]+|\[[0-9a-f:.]+\]):\d{1,5}$/.test(entry));
  if (wrong === undefined) return entries;
  check.addIssue({ code: 'custom', message: `expected host:port, found "${wrong}"` });
  return z.NEVER;
});

/** Every environment variable the server reads. `.env.example` lists the same keys; a law test compares. */
export const environmentSchema = z.object({
  /** Port of web and API. */
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  /** Address to listen on; 0.0.0.0 opens it to the network. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Folder for everything the server keeps. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** PostgreSQL address; empty starts the embedded server below DATA_DIR. */
  DATABASE_URL: z.string().optional(),
  /** Folder of the custom tools; empty means custom_tools below DATA_DIR. */
  CUSTOM_TOOL_DIR: z.string().optional(),
  /** Switches custom tools off altogether when 0 or false. */
  CUSTOM_TOOLS_ENABLED: flag.default(true),
  /** Longest time in seconds a custom tool may ask for. */
  CUSTOM_TOOL_MAX_TIMEOUT: z.coerce.number().int().min(1).max(3600).default(120),
  /** E-mail of the first administrator for unattended installs. */
  ADMIN_EMAIL: z.email().optional(),
  /** Password of the first administrator for unattended installs. */
  ADMIN_PASSWORD: z.string().min(10).optional(),
  /** Address people type in, e.g. https://tools.example.org; https makes the cookie Secure. */
  PUBLIC_URL: z.url().optional(),
  /** Number of reverse proxies in front whose X-Forwarded-For is believed. */
  TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).default(0),
  /** 32 bytes or more that encrypt provider keys; empty keeps a generated one below DATA_DIR. */
  SECRET_KEY: z.string().min(32).optional(),
  /** How much is logged: fatal, error, warn, info, debug. */
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** Container engine, unix:///path or tcp://host:port; empty tries the usual socket. */
  DOCKER_HOST: z.string().optional(),
  /** Image that custom tools run in. */
  TOOL_IMAGE: z.string().min(1).default('toolyard-sandbox:current'),
  /** Containers kept started and idle when the machine is quiet. */
  CONTAINER_STOCK: z.coerce.number().int().min(0).max(64).default(2),
  /** Most containers kept idle when calls are frequent. */
  CONTAINER_STOCK_MAX: z.coerce.number().int().min(0).max(64).default(8),
  /** Calls that run at once on this server; more wait in line. */
  CONTAINERS_AT_ONCE: z.coerce.number().int().min(1).max(256).default(8),
  /** Calls of one person that run at once. */
  CONTAINERS_PER_PERSON: z.coerce.number().int().min(1).max(256).default(4),
  /** First pause in milliseconds of a person whose call ran into a limit; doubles up to 8 times, 0 for none. */
  CONTAINER_COOLDOWN_MS: z.coerce.number().int().min(0).max(60_000).default(1000),
  /** Memory in MiB of a tool that says nothing about it. */
  CONTAINER_MEMORY_MB: z.coerce.number().int().min(64).max(1_048_576).default(512),
  /** Processors of a tool that says nothing about it; fractions are allowed. */
  CONTAINER_CPUS: z.coerce.number().min(0.05).max(1024).default(1),
  /** Processes and threads of a tool that says nothing about it. */
  CONTAINER_PIDS: z.coerce.number().int().min(8).max(65_536).default(256),
  /** Most memory in MiB a tool may ask for. */
  CONTAINER_MEMORY_MB_MAX: z.coerce.number().int().min(64).max(1_048_576).default(2048),
  /** Most processors a tool may ask for. */
  CONTAINER_CPUS_MAX: z.coerce.number().min(0.05).max(1024).default(2),
  /** Most processes and threads a tool may ask for. */
  CONTAINER_PIDS_MAX: z.coerce.number().int().min(8).max(65_536).default(1024),
  /** Folder of the sockets through which tools with network get out; empty means egress below DATA_DIR. */
  EGRESS_DIR: z.string().optional(),
  /** Private addresses that tools with network may name as well: host:port, separated by commas. */
  EGRESS_PRIVATE_ADDRESSES: hostPorts.default([]),
  /** Steps with tool calls in one run before the model must answer. */
  MAX_TOOL_STEPS: z.coerce.number().int().min(1).max(200).default(12),
  /** Seconds a person has to allow or deny a call of their own; then it is denied. */
  APPROVAL_TIMEOUT: z.coerce.number().int().min(1).max(2_592_000).default(180),
  /** The same where somebody of a group must answer. */
  APPROVAL_GROUP_TIMEOUT: z.coerce.number().int().min(1).max(2_592_000).default(86_400),
});

export type Environment = z.infer<typeof environmentSchema>;

/** Thrown before anything starts; the message names each wrong setting on a line of its own. */
export class BadSettings extends Error {}

/** Reads and checks the environment once; empty strings count as not set. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    throw new BadSettings(
      parsed.error.issues
        .map(({ path: key, message }) => `${key.join('.')}: ${message}`)
        .join('\n'),
    );
  }
  return nest(parsed.data);
}

function nest(env: Environment) {
  const dataDir = path.resolve(env.DATA_DIR);
  return Object.freeze({
    /** Marks what this process made (containers) apart from what other processes made. */
    instanceId: randomBytes(6).toString('hex'),
    dataDir,
    http: {
      port: env.PORT,
      host: env.HOST,
      publicUrl: env.PUBLIC_URL,
      trustedProxies: env.TRUSTED_PROXIES,
      isHttps: env.PUBLIC_URL?.startsWith('https:') ?? false,
    },
    database: { url: env.DATABASE_URL },
    firstAdmin: { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD },
    secrets: { key: env.SECRET_KEY },
    logging: { level: env.LOG_LEVEL },
    customTools: {
      enabled: env.CUSTOM_TOOLS_ENABLED,
      directory: path.resolve(env.CUSTOM_TOOL_DIR ?? path.join(dataDir, 'custom_tools')),
      maxTimeoutSeconds: env.CUSTOM_TOOL_MAX_TIMEOUT,
    },
    containers: {
      host: env.DOCKER_HOST,
      image: env.TOOL_IMAGE,
      stock: env.CONTAINER_STOCK,
      stockMax: Math.max(env.CONTAINER_STOCK, env.CONTAINER_STOCK_MAX),
      atOnce: env.CONTAINERS_AT_ONCE,
      perPerson: env.CONTAINERS_PER_PERSON,
      cooldownMs: env.CONTAINER_COOLDOWN_MS,
      usual: limitsOf(env.CONTAINER_MEMORY_MB, env.CONTAINER_CPUS, env.CONTAINER_PIDS),
      most: limitsOf(env.CONTAINER_MEMORY_MB_MAX, env.CONTAINER_CPUS_MAX, env.CONTAINER_PIDS_MAX),
    },
    egress: {
      directory: path.resolve(env.EGRESS_DIR ?? path.join(dataDir, 'egress')),
      privateAddresses: env.EGRESS_PRIVATE_ADDRESSES,
    },
    runs: { maxToolSteps: env.MAX_TOOL_STEPS },
    approvals: {
      timeoutSeconds: env.APPROVAL_TIMEOUT,
      groupTimeoutSeconds: env.APPROVAL_GROUP_TIMEOUT,
    },
  });
}

const limitsOf = (memoryMb: number, cpus: number, pids: number) => ({ memoryMb, cpus, pids });

type Config = ReturnType<typeof readConfig>;

/** Injection token and type of the configuration in one. */
export abstract class AppConfig implements Config {
  abstract readonly instanceId: Config['instanceId'];
  abstract readonly dataDir: Config['dataDir'];
  abstract readonly http: Config['http'];
  abstract readonly database: Config['database'];
  abstract readonly firstAdmin: Config['firstAdmin'];
  abstract readonly secrets: Config['secrets'];
  abstract readonly logging: Config['logging'];
  abstract readonly customTools: Config['customTools'];
  abstract readonly containers: Config['containers'];
  abstract readonly egress: Config['egress'];
  abstract readonly runs: Config['runs'];
  abstract readonly approvals: Config['approvals'];
}
