import net from 'node:net';
import { Stop } from './progress.mjs';

/** A taken port is found out before minutes of installing, and told in a sentence. */
export async function requireFreePort() {
  const port = Number(process.env.PORT || 3000);
  const host = process.env.HOST || '127.0.0.1';
  const problem = await new Promise((resolve) => {
    const probe = net.createServer();
    probe.once('error', (error) => resolve(error.code));
    probe.listen({ port, host }, () => probe.close(() => resolve(undefined)));
  });
  if (problem === undefined) return;
  const address = `${host}:${port}`;
  if (problem === 'EADDRINUSE') {
    const who = (await isToolyard(address))
      ? 'Toolyard is already running'
      : 'Another program listens';
    throw new Stop(
      `${who} at http://${address}.`,
      'Stop it first, or choose another port: PORT=3001 npm start',
    );
  }
  throw new Stop(`Cannot listen at ${address} (${problem}).`, 'Look at HOST and PORT.');
}

async function isToolyard(address) {
  try {
    const answer = await fetch(`http://${address}/api/health`, {
      signal: AbortSignal.timeout(1_000),
    });
    return 'status' in (await answer.json());
  } catch {
    return false;
  }
}
