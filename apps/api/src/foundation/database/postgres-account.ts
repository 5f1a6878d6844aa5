import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Bits of the capability mask, as in linux/capability.h. */
const DAC_OVERRIDE = 1n << 1n;
const DAC_READ_SEARCH = 1n << 2n;

/** Who PostgreSQL runs as. It refuses root, so a server started by root lends it another account. */
export class PostgresAccount {
  private constructor(
    private readonly other: { uid: number; gid: number } | undefined,
    private readonly keep: string | undefined,
  ) {}

  /** Whoever owned the folder at the last start keeps it, so that its files stay readable. */
  static async for(folder: string): Promise<PostgresAccount> {
    if (process.getuid?.() !== 0) return new PostgresAccount(undefined, undefined);
    const { uid, gid } = await stat(folder);
    const other = uid === 0 ? await systemUser() : { uid, gid };
    return new PostgresAccount(other, await rightToPass(folder));
  }

  async own(folder: string): Promise<void> {
    if (this.other) await chown(folder, this.other.uid, this.other.gid);
  }

  isMine(uid: number): boolean {
    return uid === process.getuid?.() || uid === this.other?.uid;
  }

  /** The command line that runs a program under this account. */
  command(program: string, args: string[]): [string, string[]] {
    if (!this.other) return [program, args];
    const drop = [`--reuid=${this.other.uid}`, `--regid=${this.other.gid}`, '--clear-groups'];
    const keep = this.keep
      ? [
          '--securebits=+no_setuid_fixup',
          `--inh-caps=-all,+${this.keep}`,
          `--ambient-caps=-all,+${this.keep}`,
        ]
      : [];
    return ['setpriv', [...drop, ...keep, '--', program, ...args]];
  }
}

/**
 * A checkout below a folder that only root may enter (/root, mktemp -d) would lock the other account out of its own
 * data; there, and only there, it keeps the right to pass. Docker grants root the wider of the two rights only.
 */
async function rightToPass(folder: string): Promise<string | undefined> {
  if (await isOpenToAll(path.dirname(folder))) return undefined;
  const mask = /^CapBnd:\s*(\w+)/m.exec(await readFile('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const allowed = BigInt(`0x${mask}`);
  if (allowed & DAC_READ_SEARCH) return 'dac_read_search';
  return allowed & DAC_OVERRIDE ? 'dac_override' : undefined;
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const { mode } = await stat(folder);
  if ((mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder || isOpenToAll(parent);
}

async function systemUser(): Promise<{ uid: number; gid: number }> {
  try {
    return await idOf('postgres');
  } catch {
    // The same account that Debian's package would make, so that the two get along.
    await run('useradd', [
      '--system',
      '--user-group',
      '--home-dir',
      '/var/lib/postgresql',
      'postgres',
    ]);
    return idOf('postgres');
  }
}

async function idOf(user: string): Promise<{ uid: number; gid: number }> {
  const id = async (flag: string) => Number((await run('id', [flag, user])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}
