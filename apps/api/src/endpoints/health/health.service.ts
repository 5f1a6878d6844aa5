import { Injectable } from '@nestjs/common';
import type { Health } from '@/contract/health';
import { ContainerRuntime } from '@/engines/containers/container-runtime';
import { Database } from '@/foundation/database/database';
import { Log } from '@/foundation/logging/log';
import { version } from './version';

type Part = Health['degraded'][number];

/** What works and what does not; nothing works without the database, everything but custom tools without an engine. */
@Injectable()
export class HealthService {
  constructor(
    private readonly database: Database,
    private readonly containers: ContainerRuntime,
    private readonly log: Log,
  ) {}

  async check(): Promise<Health> {
    const [database, containers] = [await this.databaseTrouble(), this.containerTrouble()];
    const degraded = [database, containers].filter((part) => part !== null);
    return { status: database ? 'unavailable' : 'ok', version, degraded };
  }

  private async databaseTrouble(): Promise<Part | null> {
    try {
      await this.database.query('SELECT 1');
      return null;
    } catch (thrown) {
      this.log.warn(`health: the database does not answer: ${String(thrown)}`);
      return {
        part: 'database',
        error: 'database unavailable',
        suggestion:
          'Start PostgreSQL or look at DATABASE_URL; the server finds it again by itself.',
      };
    }
  }

  private containerTrouble(): Part | null {
    const { isReady, problem } = this.containers.state();
    if (isReady) return null;
    return {
      part: 'containers',
      error: 'container engine unavailable',
      suggestion: problem ?? '',
    };
  }
}
