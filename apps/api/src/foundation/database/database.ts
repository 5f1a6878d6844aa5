import { AsyncLocalStorage } from 'node:async_hooks';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral, Repository } from 'typeorm';

/** Repositories ask here for their rows, so they join a running transaction without being told. */
export class Database {
  private readonly running = new AsyncLocalStorage<EntityManager>();

  constructor(private readonly source: DataSource) {}

  rows<Entity extends ObjectLiteral>(entity: EntityTarget<Entity>): Repository<Entity> {
    return this.manager.getRepository(entity);
  }

  /** Plain SQL with numbered parameters, in the running transaction if there is one. */
  query<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return this.manager.query(sql, parameters);
  }

  /** Nested calls join the outer transaction; an error anywhere rolls all of it back. */
  inTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running.getStore()) return work();
    return this.source.transaction((manager) => this.running.run(manager, work));
  }

  /** Neither waits for a transaction that is open around it nor dies with it; a timer may have been set within one. */
  inOwnTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.source.transaction((manager) => this.running.run(manager, work));
  }

  close(): Promise<void> {
    return this.source.destroy();
  }

  private get manager(): EntityManager {
    return this.running.getStore() ?? this.source.manager;
  }
}
