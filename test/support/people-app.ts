import { randomUUID } from 'node:crypto';
import { Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request, { type Test } from 'supertest';
import type { Role } from '@/contract/people';
import { Clock } from '@/foundation/clock/clock';
import { readConfig } from '@/foundation/config/config';
import type { Database } from '@/foundation/database/database';
import { EventBus } from '@/foundation/events/event-bus';
import { FoundationModule } from '@/foundation/foundation.module';
import type { Caller } from '@/foundation/http/caller';
import { prepareHttp } from '@/foundation/http/prepare-http';
import { AuditModule } from '@/people/audit/audit.module';
import { AuditService } from '@/people/audit/audit.service';
import { LedgerModule } from '@/people/audit/ledger/ledger.module';
import { AuthModule } from '@/people/auth/auth.module';
import { PasswordsService } from '@/people/auth/passwords.service';
import { SessionsService } from '@/people/auth/sessions/sessions.service';
import { GroupsModule } from '@/people/groups/groups.module';
import { LimitsModule } from '@/people/limits/limits.module';
import { PolicyModule } from '@/people/policy/policy.module';
import { UsageModule } from '@/people/usage/usage.module';
import { UsageService } from '@/people/usage/usage.service';
import { User } from '@/people/users/user.entity';
import { UsersModule } from '@/people/users/users.module';
import { FixedClock } from './fixed-clock';
import { openTestDatabase, type TestDatabase } from './test-database';

type Environment = Record<string, string>;

const PLACE = { address: '203.0.113.1', device: 'Firefox · Linux' };

export const PASSWORD = 'correct horse battery';

/** The people floor behind its real doors on a real database; time stands still until a test moves it. */
export class PeopleApp {
  static async start(env: Environment = {}, controllers: Type[] = []): Promise<PeopleApp> {
    const opened = await openTestDatabase();
    try {
      return await PeopleApp.startOn(opened, env, controllers);
    } catch (thrown) {
      await opened.close();
      throw thrown;
    }
  }

  private static async startOn(
    opened: TestDatabase,
    env: Environment,
    controllers: Type[],
  ): Promise<PeopleApp> {
    const clock = new FixedClock();
    const config = readConfig({ LOG_LEVEL: 'silent', SECRET_KEY: randomUUID(), ...env });
    const foundation = withClock(FoundationModule.with(config, opened.database), clock);
    @Module({
      imports: [
        ...[foundation, AuthModule, UsersModule, GroupsModule],
        ...[PolicyModule, AuditModule, LedgerModule, UsageModule, LimitsModule],
      ],
      controllers,
    })
    class PeopleHouse {}
    const app = await NestFactory.create<NestExpressApplication>(PeopleHouse, {
      logger: false,
      bodyParser: false,
      abortOnError: false,
    });
    prepareHttp(app, config);
    await app.listen(0, '127.0.0.1');
    return new PeopleApp(app, opened, clock);
  }

  /** Everything published since the start, oldest first. */
  readonly events: object[] = [];
  private readonly hashed: Promise<string>;

  private constructor(
    readonly app: NestExpressApplication,
    private readonly opened: TestDatabase,
    readonly clock: FixedClock,
  ) {
    this.hashed = this.get(PasswordsService).hash(PASSWORD);
    const bus = this.get(EventBus);
    const publish = bus.publish.bind(bus);
    bus.publish = (event) => {
      this.events.push(event);
      publish(event);
    };
  }

  get database(): Database {
    return this.opened.database;
  }

  get<Service>(type: abstract new (...values: never[]) => Service): Service {
    return this.app.get<Service>(type as Type<Service>, { strict: false });
  }

  http(method: 'get' | 'post' | 'patch' | 'delete' | 'head' | 'options', path: string): Test {
    return request(this.app.getHttpServer())[method](path).set('Accept-Language', 'en');
  }

  /** An account with PASSWORD. */
  async person(role: Role, change: Partial<User> = {}): Promise<User> {
    const id = randomUUID();
    const facts = { id, email: `${id}@example.org`, name: role, role, createdAt: this.clock.now() };
    const user = { ...facts, passwordHash: await this.hashed, ...change };
    await this.database.rows(User).insert(user);
    return this.database.rows(User).findOneByOrFail({ id: user.id });
  }

  /** A signed-in person with the cookie of the browser. */
  async guest(role: Role): Promise<{ user: User; caller: Caller; cookie: string }> {
    const user = await this.person(role);
    const { sessionId, token } = await this.get(SessionsService).open(user.id, PLACE);
    const caller: Caller = { userId: user.id, name: user.name, role, locale: 'en', sessionId };
    return { user, caller, cookie: `toolyard_session=${token}` };
  }

  /** As if nobody had ever been here; what services hold in memory stays. */
  async empty(): Promise<void> {
    this.events.length = 0;
    // What an earlier test left to be written in the background would be found by the next one.
    await this.get(AuditService).flush();
    await this.get(UsageService).flush();
    for (const table of [
      'users',
      'sessions',
      'api_keys',
      'second_factors',
      'recovery_codes',
      'login_tickets',
      'invitations',
      'groups',
      'group_members',
      'usage_reservations',
    ]) {
      await this.database.query(`DELETE FROM ${table} WHERE true`);
    }
    await this.database.query('TRUNCATE audit_entries, usage_entries');
    await this.emptyLedger();
  }

  /** The table refuses that to everybody; its owner can take the trigger away for a moment. */
  private emptyLedger(): Promise<void> {
    return this.database.inTransaction(async () => {
      for (const table of ['ledger_entries', 'ledger_anchors']) {
        await this.database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
        await this.database.query(`TRUNCATE ${table}`);
        await this.database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
      }
      await this.database.query(
        `UPDATE ledger_heads SET seq = 0, hash = repeat('0', 64) WHERE id = 1`,
      );
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.opened.close();
  }
}

/** The cookie a browser would send after this answer. */
export function cookieOf(response: { headers: Record<string, unknown> }): string {
  const [cookie] = (response.headers['set-cookie'] as string[] | undefined) ?? [];
  return cookie?.split(';')[0] ?? '';
}

function withClock(foundation: DynamicModule, clock: FixedClock): DynamicModule {
  const providers = foundation.providers?.map((provider: Provider) =>
    typeof provider === 'object' && provider.provide === Clock
      ? { provide: Clock, useValue: clock }
      : provider,
  );
  return { ...foundation, providers };
}
