import { Controller, Get } from '@nestjs/common';
import type { Health } from '@/contract/health';
import { ContainerRuntime } from '@/engines/containers/container-runtime';
import { Database } from '@/foundation/database/database';
import { Public } from '@/foundation/http/marks';
import { version } from './version';

/** Answers only when the database does; parts that are missing are named, not hidden. */
@Controller('api/health')
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly containers: ContainerRuntime,
  ) {}

  @Get()
  @Public()
  async get(): Promise<Health> {
    await this.database.query('SELECT 1');
    return { status: 'ok', version, degraded: this.degraded() };
  }

  private degraded(): Health['degraded'] {
    const { isReady, problem } = this.containers.state();
    if (isReady) return [];
    return [
      { part: 'containers', error: 'container engine unavailable', suggestion: problem ?? '' },
    ];
  }
}
