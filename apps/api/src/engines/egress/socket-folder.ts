import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { EGRESS_SOCKET } from '@/engines/containers/egress-gate';

/** What fits into the kernel's address of a Unix socket, on every system. */
const LONGEST_PATH = 103;

/** The path of a folder's socket, short enough for the kernel while the folder is held. */
export interface HeldFolder {
  readonly socketPath: string;
  release(): Promise<void>;
}

/** Data folders may lie deep; then the way leads through the open folder itself. */
export async function holdFolder(directory: string): Promise<HeldFolder> {
  const socketPath = path.join(directory, EGRESS_SOCKET);
  if (Buffer.byteLength(socketPath) <= LONGEST_PATH) {
    return { socketPath, release: () => Promise.resolve() };
  }
  const folder: FileHandle = await open(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  return {
    socketPath: `/proc/self/fd/${folder.fd}/${EGRESS_SOCKET}`,
    release: () => folder.close(),
  };
}

/** Whether anybody listens in that folder. */
export async function isServed(directory: string): Promise<boolean> {
  const held = await holdFolder(directory);
  try {
    return await new Promise((resolve) => {
      const line = connect(held.socketPath, () => {
        line.destroy();
        resolve(true);
      });
      line.on('error', () => resolve(false));
    });
  } finally {
    await held.release();
  }
}
