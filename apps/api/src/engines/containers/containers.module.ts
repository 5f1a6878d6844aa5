import { Module } from '@nestjs/common';
import { EgressModule } from '@/engines/egress/egress.module';
import { ContainerMaker } from './container-maker.service';
import { ContainerRuntime } from './container-runtime';
import { DockerEngine } from './docker-engine.adapter';
import { DockerRuntime } from './docker-runtime.adapter';
import { EngineWatch } from './engine-watch.service';
import { ReusePool } from './reuse/reuse-pool.service';
import { ContainerStock } from './stock/container-stock.service';
import { Sweeper } from './sweeper.service';

/** Offers ContainerRuntime; everything else stays inside. */
@Module({
  imports: [EgressModule],
  providers: [
    DockerEngine,
    EngineWatch,
    ContainerMaker,
    ContainerStock,
    ReusePool,
    Sweeper,
    { provide: ContainerRuntime, useClass: DockerRuntime },
  ],
  exports: [ContainerRuntime],
})
export class ContainersModule {}
