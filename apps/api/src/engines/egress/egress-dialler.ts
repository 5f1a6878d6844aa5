import type { Socket } from 'node:net';
import { type DialRules, guardedDialler } from '@/engines/outbound/dialler';
import type { Target } from './proxy/target';

/** Connects to the very address it has judged (S-24); an allowed name that leads inside is refused. */
export class EgressDialler {
  private readonly open: ReturnType<typeof guardedDialler>;

  constructor(rules: DialRules) {
    this.open = guardedDialler(rules);
  }

  dial({ hostname, port }: Target): Promise<Socket> {
    return new Promise((resolve, reject) => {
      // Whatever is spoken on it later: only the connection is made here.
      this.open({ hostname, host: hostname, port, protocol: 'http:' }, (error, socket) => {
        if (error) reject(error);
        else resolve(socket);
      });
    });
  }
}
