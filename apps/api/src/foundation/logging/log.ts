import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable, type LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';
import { AppConfig } from '@/foundation/config/config';

const correlation = new AsyncLocalStorage<string>();

/** Everything logged inside `work`, however deep, carries this id. */
export const withCorrelationId = <T>(id: string, work: () => T): T => correlation.run(id, work);
export const correlationId = (): string | undefined => correlation.getStore();

/** One line of JSON per event. Never log keys, cookies, tokens, message texts or tool arguments. */
@Injectable()
export class Log implements LoggerService {
  private readonly pino: Logger;

  constructor(config: AppConfig) {
    this.pino = pino({
      level: config.logging.level,
      base: undefined,
      mixin: () => ({ requestId: correlation.getStore() }),
    });
  }

  info(facts: object, message: string): void {
    this.pino.info(facts, message);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.pino.debug({ rest }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.pino.warn({ rest }, String(message));
  }

  /** `thrown` goes in with its stack; `message` says what was being done. */
  error(thrown: unknown, ...rest: unknown[]): void {
    this.pino.error({ err: thrown, rest: rest.slice(1) }, String(rest[0] ?? thrown));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.pino.debug({ rest }, String(message));
  }
}
