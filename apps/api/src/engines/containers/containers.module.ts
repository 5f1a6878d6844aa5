import { Module } from '@nestjs/common';
import { ContainerRuntime } from './container-runtime';
import { DockerEngine } from './docker-engine.adapter';
import { DockerRuntime } from './docker-runtime.adapter';
import { EngineWatch } from './engine-watch.service';
import { ContainerStock } from './stock/container-stock.service';
import { Sweeper } from './sweeper.service';

/** Offers ContainerRuntime; everything else stays inside. */
@Module({
  providers: [
    DockerEngine,
    EngineWatch,
    ContainerStock,
    Sweeper,
    { provide: ContainerRuntime, useClass: DockerRuntime },
  ],
  exports: [ContainerRuntime],
})
export class ContainersModule {}
