import { Controller, Get, HttpStatus, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { Health } from '@/contract/health';
import { Public } from '@/foundation/http/marks';
import { HealthService } from './health.service';

/** Parts that are missing are named, not hidden; 503 only when nothing works, as load balancers read it. */
@Controller('api/health')
export class HealthController {
  constructor(private readonly health: HealthService) {}

  @Get()
  @Public()
  async get(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const health = await this.health.check();
    if (health.status === 'unavailable') response.status(HttpStatus.SERVICE_UNAVAILABLE);
    return health;
  }
}
