import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { type Log, withCorrelationId } from '@/foundation/logging/log';

/**
 * Gives every request an id that its log lines carry and its answer names; slow and failed ones are logged.
 * The id is ours, never the client's: a log line must not carry what a stranger wrote.
 */
export const requestLog =
  (log: Log) =>
  (request: Request, response: Response, next: NextFunction): void => {
    const id = randomUUID();
    const startedAt = performance.now();
    response.setHeader('X-Request-Id', id);
    response.once('finish', () => {
      const elapsedMs = Math.round(performance.now() - startedAt);
      const facts = { requestId: id, method: request.method, path: request.path, elapsedMs };
      const { statusCode } = response;
      if (statusCode >= 500 || elapsedMs > SLOW_MS) log.info({ ...facts, statusCode }, 'request');
    });
    withCorrelationId(id, next);
  };

const SLOW_MS = 1_000;
