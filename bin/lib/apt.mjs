import { readFileSync } from 'node:fs';
import { begin, Stop } from './progress.mjs';
import { attempt, run, succeeds } from './run.mjs';

const QUIET = { DEBIAN_FRONTEND: 'noninteractive', NEEDRESTART_MODE: 'l' };

export const isRoot = () => process.getuid?.() === 0;

/** Whether this machine takes Debian's packages and we may install them. */
export const canInstall = () => isRoot() && isDebianLike();

export function isDebianLike() {
  try {
    const release = readFileSync('/etc/os-release', 'utf8');
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(release);
  } catch {
    return false;
  }
}

/** Installs Debian packages; the package lists are fetched only if the ones at hand do not do. */
export async function install(packages, why) {
  if (!canInstall()) {
    throw new Stop(
      `${why} needs ${packages.join(', ')}.`,
      `As root: apt-get install ${packages.join(' ')}`,
    );
  }
  begin(`installing ${packages.join(', ')}`);
  const args = ['install', '-y', '-qq', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=300'];
  if (await succeeds('apt-get', [...args, ...packages], { env: QUIET })) return;
  await run('apt-get', ['update', '-qq'], {
    env: QUIET,
    advice: 'Look at the network and /etc/apt.',
  });
  await run('apt-get', [...args, ...packages], {
    env: QUIET,
    advice: `Try it by hand: apt-get install ${packages.join(' ')}`,
  });
}

/** Those of the names that this release has at all. */
export async function known(packages) {
  const answers = await Promise.all(packages.map((name) => attempt('apt-cache', ['policy', name])));
  return packages.filter((_, at) => /Candidate: (?!\(none\))/.test(answers[at].stdout));
}
