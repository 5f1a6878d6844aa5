// What the server may ask of the container engine. Everything else is refused, whatever the server says.

const ID = '[a-zA-Z0-9][a-zA-Z0-9_.-]*';

const VERBS = [
  ['GET', '/_ping'],
  ['HEAD', '/_ping'],
  ['GET', '/version'],
  ['GET', '/info'],
  ['GET', '/events'],
  ['GET', '/containers/json'],
  ['GET', '/images/[a-zA-Z0-9_.:@/%-]+/json'],
  ['POST', '/containers/create'],
  ['POST', `/containers/(${ID})/(?:attach|start|wait|kill)`],
  ['DELETE', `/containers/(${ID})`],
].map(([method, path]) => ({ method, pattern: new RegExp(`^(?:/v[0-9.]+)?${path}$`) }));

/** Answers undefined for a forbidden verb; otherwise whether it makes a container or is about one. */
export function findVerb(method, url) {
  const path = url.split('?')[0];
  // The engine must not read another path than the one judged here.
  if (/\.\.|\/\/|%2e/i.test(path)) return undefined;
  for (const verb of VERBS) {
    const match = verb.method === method ? verb.pattern.exec(path) : null;
    if (match) return { isCreate: path.endsWith('/containers/create'), containerId: match[1] };
  }
  return undefined;
}

const OWN_LABEL = 'toolyard.role';
export const isOurs = (labels) => labels?.[OWN_LABEL] === 'tool';

/**
 * What an order may consist of. The engine reads names without regard to case and takes the last of two, so a list of
 * what is forbidden would be passed by with `hostconfig`; whatever is not spelled like this is refused.
 */
const PARTS = [
  ...['name', 'Image', 'Entrypoint', 'Cmd', 'Env', 'Hostname', 'User', 'WorkingDir', 'StopSignal'],
  ...['Tty', 'OpenStdin', 'StdinOnce', 'AttachStdin', 'AttachStdout', 'AttachStderr'],
  ...['Labels', 'NetworkDisabled', 'HostConfig'],
];

/** Limits and scratch space may be chosen; nothing in here can reach the host. */
const FREE = [
  'AutoRemove',
  'CgroupParent',
  'CpuShares',
  'Init',
  'LogConfig',
  'Memory',
  'MemorySwap',
  'NanoCpus',
  'PidsLimit',
  'ShmSize',
  'Tmpfs',
  'Ulimits',
];

/** The only place a container may ask for: there it is weighed by its own shares. */
const TOP_CGROUP = '/';

const FIXED = {
  NetworkMode: 'none',
  IpcMode: 'private',
  ReadonlyRootfs: true,
  CapDrop: ['ALL'],
  SecurityOpt: ['no-new-privileges'],
};

/** Says what is wrong with a container that is to be made, or undefined. */
export function faultOf(order, egress) {
  const { HostConfig: host = {}, Labels: labels, User: user } = order;
  if (!isOurs(labels)) return `it has no label ${OWN_LABEL}=tool`;
  if (!/^[1-9]\d*(:\d+)?$/.test(user ?? '')) return 'it would run as root';
  const part = Object.keys(order).find((key) => !PARTS.includes(key));
  if (part) return `it asks for ${part}`;
  if (![undefined, TOP_CGROUP].includes(host.CgroupParent)) return 'it asks for a cgroup';
  const { Mounts: mounts, ...rest } = host;
  if (mounts !== undefined && !gateOf(mounts, egress)) return 'it asks for Mounts';
  const foreign = Object.keys(rest).find((key) => !FREE.includes(key) && !(key in FIXED));
  if (foreign) return `it asks for ${foreign}`;
  const loose = Object.keys(FIXED).find(
    (key) => JSON.stringify(host[key]) !== JSON.stringify(FIXED[key]),
  );
  return loose && `${loose} must be ${JSON.stringify(FIXED[loose])}`;
}

const GATE_TARGET = '/run/egress';
/** The first engine that mounts a part of a volume; older ones would mount all of it without a word. */
const LEAST_API = [1, 45];

/**
 * The way out of a tool with network: the server asks for one folder of its own `egress.folder`, by its random name.
 * Answers that name, or undefined when it asks for anything else.
 */
function gateOf(mounts, egress) {
  if (!egress || !Array.isArray(mounts) || mounts.length !== 1) return undefined;
  const { Type, Source, Target, ReadOnly, ...rest } = mounts[0] ?? {};
  if (Type !== 'bind' || Target !== GATE_TARGET || ReadOnly !== true) return undefined;
  if (typeof Source !== 'string' || Object.keys(rest).length > 0) return undefined;
  const [folder, name] = [Source.slice(0, -33), Source.slice(-32)];
  return folder === egress.folder && Source.at(-33) === '/' && /^[0-9a-f]{32}$/.test(name)
    ? name
    : undefined;
}

/**
 * A path of the host would be followed wherever the server had made it point by the time the container starts. The
 * engine looks for a part of a volume inside that volume only.
 */
export function withVolume(order, egress) {
  const name = order.HostConfig.Mounts && gateOf(order.HostConfig.Mounts, egress);
  if (!name) return order;
  const mount = {
    Type: 'volume',
    Source: egress.volume,
    Target: GATE_TARGET,
    ReadOnly: true,
    VolumeOptions: { NoCopy: true, Subpath: name },
  };
  return { ...order, HostConfig: { ...order.HostConfig, Mounts: [mount] } };
}

export function canMountParts(apiVersion) {
  const [major = 0, minor = 0] = String(apiVersion).split('.').map(Number);
  return major > LEAST_API[0] || (major === LEAST_API[0] && minor >= LEAST_API[1]);
}
