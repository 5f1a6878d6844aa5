import { spawn } from 'node:child_process';
import { canInstall, install } from './apt.mjs';
import { fingerprint } from './fingerprint.mjs';
import { inRoot } from './places.mjs';
import { begin, done, Stop, warn } from './progress.mjs';
import { attempt, run, succeeds } from './run.mjs';

const NAME = 'toolyard-sandbox';
const RECIPE = 'docker/sandbox';
/** What goes into the base; the programs inside the image change far more often and are a layer of their own. */
const BASE = ['packages.txt', 'strip.sh', 'build-from-debian.sh'].map(
  (file) => `${RECIPE}/${file}`,
);
const PROGRAMS = ['run_once.py', 'forwarder.py'];
const UPSTREAM = 'debian:bookworm-slim';
const REGISTRY_ANSWERS_MS = 10_000;

/**
 * Makes sure the image of the tools is there, and answers its name. The name carries the recipe's hash, so that two
 * checkouts on one machine do not take each other's image away; `:current` is the one made last, for people.
 */
export async function ensureToolImage(engine) {
  if (process.env.TOOL_IMAGE) return process.env.TOOL_IMAGE;
  const recipe = fingerprint([RECIPE], { without: (file) => /(\.md$|__pycache__)/.test(file) });
  const tag = `${NAME}:${recipe.slice(0, 12)}`;
  const env = { DOCKER_HOST: engine };
  try {
    if (!(await has(tag, env))) await make(tag, recipe, env);
    await run('docker', ['tag', tag, `${NAME}:current`], { env });
    done('tool image');
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    warn(`The tool image could not be made: ${thrown.message}\n  ${thrown.advice ?? ''}`);
  }
  return tag;
}

const has = (image, env) => succeeds('docker', ['image', 'inspect', image], { env });

async function make(tag, recipe, env) {
  const base = `${NAME}-base:${fingerprint(BASE).slice(0, 12)}`;
  if (!(await has(base, env))) {
    if (await registryAnswers(env)) {
      begin('building the tool image, about two minutes the first time');
      const built = await attempt(
        'docker',
        ['build', '--label', `toolyard.recipe=${recipe}`, '-t', tag, inRoot(RECIPE)],
        { env },
      );
      if (built.code === 0) return;
    }
    await makeBaseFromDebian(base, env);
  }
  await addPrograms(base, tag, recipe, env);
}

async function makeBaseFromDebian(base, env) {
  if (!canInstall()) {
    throw new Stop(
      'no image registry answers, and building it from Debian packages needs root on Debian or Ubuntu.',
      `As root, once: sh ${RECIPE}/build-from-debian.sh ${base}`,
    );
  }
  if (!(await succeeds('sh', ['-c', 'command -v debootstrap']))) {
    await install(['debootstrap'], 'The tool image');
  }
  begin('building the tool image from Debian packages, about two minutes the first time');
  await run('sh', [inRoot(RECIPE, 'build-from-debian.sh'), base], {
    env,
    advice: 'Look at the network and the mirror in /etc/apt, then start again.',
  });
}

/** One thin layer on the base: `docker build` would need a builder that not every engine has. */
async function addPrograms(base, tag, recipe, env) {
  const container = await run('docker', ['create', '--network', 'none', base], { env });
  try {
    for (const program of PROGRAMS) {
      await run('docker', ['cp', inRoot(RECIPE, program), `${container}:/opt/toolyard/`], { env });
    }
    await run('docker', ['commit', '-c', `LABEL toolyard.recipe=${recipe}`, container, tag], {
      env,
    });
  } finally {
    await attempt('docker', ['rm', '-f', container], { env });
  }
}

/** Pulls the upstream image; a registry that has not even named it after some seconds is taken as none. */
function registryAnswers(env) {
  return new Promise((resolve) => {
    const pull = spawn('docker', ['pull', UPSTREAM], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const silence = setTimeout(() => pull.kill(), REGISTRY_ANSWERS_MS);
    pull.stdout.on('data', () => clearTimeout(silence));
    pull.on('error', () => resolve(false));
    pull.on('close', (code) => {
      clearTimeout(silence);
      resolve(code === 0);
    });
  });
}
