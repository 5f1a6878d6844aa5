import type { ErrorBody } from '@contract/errors';
import { translate } from './i18n/i18n';

/** The one error of the browser: what the server said, or that it could not be reached. */
export class ApiError extends Error implements ErrorBody {
  readonly error: string;
  readonly code: string;
  readonly canRetry: boolean;
  readonly suggestion?: string;
  readonly retryAfterMs?: number;

  constructor(
    body: ErrorBody,
    /** HTTP status; 0 when there was no answer or it came by the socket. */
    readonly status = 0,
  ) {
    super(body.error);
    this.name = 'ApiError';
    this.error = body.error;
    this.code = body.code;
    this.canRetry = body.canRetry;
    this.suggestion = body.suggestion;
    this.retryAfterMs = body.retryAfterMs;
  }

  static unreachable(): ApiError {
    return new ApiError({
      error: translate('errors.unreachable'),
      code: 'unreachable',
      canRetry: true,
      suggestion: translate('errors.unreachableHint'),
    });
  }

  static unexpected(status = 0): ApiError {
    const body = {
      error: translate('errors.unexpected'),
      code: 'unexpected',
      canRetry: true,
      suggestion: translate('errors.unexpectedHint'),
    };
    return new ApiError(body, status);
  }

  /** Whatever was thrown, as something a person can be shown. */
  static from(thrown: unknown): ApiError {
    return thrown instanceof ApiError ? thrown : ApiError.unexpected();
  }
}

export function isErrorBody(value: unknown): value is ErrorBody {
  const body = value as Partial<ErrorBody> | null;
  return typeof body?.error === 'string' && typeof body.code === 'string';
}
