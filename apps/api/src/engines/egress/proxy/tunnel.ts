import { Transform, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { judgeOpening, type Opening } from './opening';

export interface TunnelEnds {
  client: Duplex;
  upstream: Duplex;
  hostname: string;
  /** Outward and inward; each sees every byte of its direction. */
  meters: readonly [Transform, Transform];
  /** Told before the ends are cut. */
  onRefused(reason: OpeningRefusal): void;
}

export type OpeningRefusal = Exclude<Opening, 'wait' | 'pass'>;

/**
 * Joins both ends until one is done or something fails; rejects with what failed. The upstream gets nothing from
 * inside before the first bytes have been judged; what it says itself passes at once.
 */
export async function joinTunnel(ends: TunnelEnds): Promise<void> {
  const { client, upstream } = ends;
  const [outward, inward] = ends.meters;
  try {
    await Promise.all([
      pipeline(client, openingJudge(ends), outward, upstream),
      pipeline(upstream, inward, client),
    ]);
  } catch (thrown) {
    upstream.destroy();
    throw thrown;
  }
}

class OpeningRefused extends Error {}

function openingJudge({ hostname, onRefused }: TunnelEnds): Transform {
  let held: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (!held) return done(null, chunk);
      held = Buffer.concat([held, chunk]);
      const opening = judgeOpening(held, hostname);
      if (opening === 'wait') return done();
      if (opening !== 'pass') {
        onRefused(opening);
        return done(new OpeningRefused(opening));
      }
      const passed = held;
      held = null;
      done(null, passed);
    },
    // An end in the middle of a question: no server answers to half a one, whatever it was going to be.
    flush: (done) => done(),
  });
}
