import { Module } from '@nestjs/common';
import { ContainersModule } from '@/engines/containers/containers.module';
import { HealthController } from './health.controller';

@Module({ imports: [ContainersModule], controllers: [HealthController] })
export class HealthModule {}
