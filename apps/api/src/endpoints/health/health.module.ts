import { Module } from '@nestjs/common';
import { ContainersModule } from '@/engines/containers/containers.module';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({
  imports: [ContainersModule],
  controllers: [HealthController],
  providers: [HealthService],
})
export class HealthModule {}
