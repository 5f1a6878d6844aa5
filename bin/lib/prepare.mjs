import { ensureDependencies } from './dependencies.mjs';
import { build } from './build.mjs';
import { findOrStartEngine } from './engine.mjs';
import { ensureToolImage } from './image.mjs';
import { checkoutLock, locked, machineLock } from './lock.mjs';
import { Stop } from './progress.mjs';

const OLDEST_NODE = [20, 12];

/** Everything a server needs before it can start; answers the settings the server is to be told. */
export async function prepare() {
  requireNode();
  await locked(checkoutLock(), async () => {
    await ensureDependencies();
    await build();
  });
  return prepareContainers();
}

/** Engine and image; without an engine the server starts all the same and says so at each call. */
export async function prepareContainers() {
  return locked(machineLock(), async () => {
    const engine = await findOrStartEngine();
    if (!engine) return {};
    return { DOCKER_HOST: engine, TOOL_IMAGE: await ensureToolImage(engine) };
  });
}

export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  throw new Stop(`Node ${process.versions.node} is too old.`, 'Install Node 20 or newer.');
}
