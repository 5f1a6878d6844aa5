import { promises as fs } from 'node:fs';
import path from 'node:path';

const EXAMPLES = path.join('data', 'custom_tools');

/** A new data folder starts with the shipped examples; once it exists, what was deleted stays deleted. */
export async function seedExamples(targetDir: string): Promise<void> {
  if (await exists(targetDir)) return;
  const source = await findExamples(__dirname);
  await fs.mkdir(path.dirname(targetDir), { recursive: true });
  if (source === null) return void (await fs.mkdir(targetDir));
  // Copied beside and renamed: a half-copied folder would count as one that exists.
  const copy = await fs.mkdtemp(`${targetDir}.`);
  await fs.cp(source, copy, {
    recursive: true,
    filter: (file) => !path.basename(file).startsWith('.'),
  });
  await fs.chmod(copy, 0o755);
  await fs.rename(copy, targetDir);
}

/** The repository's folder, seen from the sources as well as from the build. */
async function findExamples(from: string): Promise<string | null> {
  for (let place = from; place !== path.dirname(place); place = path.dirname(place)) {
    const candidate = path.join(place, EXAMPLES);
    if (await exists(path.join(candidate, 'echo', 'definition.json'))) return candidate;
  }
  return null;
}

const exists = (place: string): Promise<boolean> =>
  fs.access(place).then(
    () => true,
    () => false,
  );
