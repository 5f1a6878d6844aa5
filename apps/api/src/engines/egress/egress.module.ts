import { Module } from '@nestjs/common';
import { lookup } from 'node:dns';
import { EgressGate } from '@/engines/containers/egress-gate';
import { AppConfig } from '@/foundation/config/config';
import { EgressDialler } from './egress-dialler';
import { readHosts } from './proxy/target';
import { sharedLookup } from './shared-lookup';
import { SocketGate } from './socket-gate.adapter';

const CONNECT_MS = 10_000;
const LOOKUPS_AT_ONCE = 2;

/** Offers EgressGate. */
@Module({
  providers: [
    {
      provide: EgressDialler,
      inject: [AppConfig],
      // Its own list: where the server's models may live is nothing a tool may reach for that reason.
      useFactory: ({ egress }: AppConfig) =>
        new EgressDialler({
          allowed: () => Promise.resolve(readHosts(egress.privateAddresses)),
          resolve: sharedLookup(lookup, LOOKUPS_AT_ONCE),
          connectMs: CONNECT_MS,
        }),
    },
    { provide: EgressGate, useClass: SocketGate },
  ],
  exports: [EgressGate],
})
export class EgressModule {}
