import { readConfig } from '@/foundation/config/config';
import type { Database } from '@/foundation/database/database';
import { Log } from '@/foundation/logging/log';
import { FakeContainers } from '../../../../../test/support/fake-containers';
import { HealthService } from './health.service';

/** A database that answers, or throws what it is given. */
class FakeDatabase {
  constructor(private readonly trouble?: Error) {}

  query(): Promise<never[]> {
    return this.trouble ? Promise.reject(this.trouble) : Promise.resolve([]);
  }
}

describe('HealthService', () => {
  const log = new Log(readConfig({ LOG_LEVEL: 'silent' }));
  const containers = new FakeContainers();
  const health = (trouble?: Error) =>
    new HealthService(new FakeDatabase(trouble) as unknown as Database, containers, log);

  afterEach(() => (containers.engine = { ...containers.engine, isReady: true, problem: null }));

  it('has nothing to name when everything works', async () => {
    expect(await health().check()).toMatchObject({ status: 'ok', degraded: [] });
  });

  it('is ok without an engine and says what to do (R-02)', async () => {
    containers.engine = { ...containers.engine, isReady: false, problem: 'Start Docker.' };
    expect(await health().check()).toMatchObject({
      status: 'ok',
      degraded: [{ part: 'containers', suggestion: 'Start Docker.' }],
    });
  });

  it('is unavailable without the database and tells nothing of the reason (R-03)', async () => {
    const answer = await health(new Error('password authentication failed for hunter2')).check();
    expect(answer).toMatchObject({ status: 'unavailable', degraded: [{ part: 'database' }] });
    expect(JSON.stringify(answer)).not.toContain('hunter2');
  });
});
