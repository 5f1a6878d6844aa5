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
export function faultOf({
  HostConfig: host = {},
  Labels: labels,
  User: user,
  Volumes,
  NetworkingConfig,
}) {
  if (!isOurs(labels)) return `it has no label ${OWN_LABEL}=tool`;
  if (!/^[1-9]\d*(:\d+)?$/.test(user ?? '')) return 'it would run as root';
  if (Volumes || NetworkingConfig) return 'it asks for volumes or networks';
  if (![undefined, TOP_CGROUP].includes(host.CgroupParent)) return 'it asks for a cgroup';
  const foreign = Object.keys(host).find((key) => !FREE.includes(key) && !(key in FIXED));
  if (foreign) return `it asks for ${foreign}`;
  const loose = Object.keys(FIXED).find(
    (key) => JSON.stringify(host[key]) !== JSON.stringify(FIXED[key]),
  );
  return loose && `${loose} must be ${JSON.stringify(FIXED[loose])}`;
}
