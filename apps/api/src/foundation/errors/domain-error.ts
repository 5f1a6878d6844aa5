import type { ErrorBody, Locale } from '@/contract/errors';
import { isLostConnection } from './lost-connection';

/** Decides the HTTP status; the code names the case, the advice says what to do next. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'limited'
  | 'unavailable'
  | 'unexpected';

/** One sentence in every language the product speaks. */
export type Texts = Record<Locale, string>;

/** Everything that can go wrong on purpose. Rooms derive one small class per case. */
export abstract class DomainError extends Error {
  abstract readonly kind: ErrorKind;
  abstract readonly code: string;
  readonly canRetry: boolean = false;
  readonly retryAfterMs?: number;
  /** Fields of the answer beyond the usual ones, for who must see more to go on. */
  readonly extra?: Readonly<Record<string, unknown>>;

  constructor(
    readonly text: Texts,
    readonly advice?: Texts,
  ) {
    super(text.en);
    this.name = new.target.name;
  }
}

export const STATUS: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  limited: 429,
  unavailable: 503,
  unexpected: 500,
};

/** What a caller gets who asks for no language. */
export const DEFAULT_LOCALE: Locale = 'zh-CN';

type Foreign = Pick<DomainError, 'kind' | 'code' | 'canRetry' | 'text' | 'advice'>;

const UNEXPECTED: Foreign = {
  kind: 'unexpected',
  code: 'unexpected',
  canRetry: true,
  text: { en: 'Something went wrong on our side.', 'zh-CN': '服务器出现意外错误。' },
  advice: {
    en: 'Try again; if it stays, give the administrator the request id.',
    'zh-CN': '请重试；若仍失败，请把请求编号告诉管理员。',
  },
};

const UNREACHABLE: Foreign = {
  kind: 'unavailable',
  code: 'temporarily_unavailable',
  canRetry: true,
  text: {
    en: 'A part of the server cannot be reached at the moment.',
    'zh-CN': '服务器的某个组件暂时无法连接。',
  },
  advice: {
    en: 'Try again in a moment; nothing that was saved is lost.',
    'zh-CN': '请稍后重试；已保存的内容不会丢失。',
  },
};

/** Whatever was not thrown on purpose; only a lost connection, mostly the database's, is told apart. */
const foreign = (thrown: unknown): Foreign => (isLostConnection(thrown) ? UNREACHABLE : UNEXPECTED);

export const isDomainError = (thrown: unknown): thrown is DomainError =>
  thrown instanceof DomainError;

export const statusOf = (thrown: unknown): number =>
  STATUS[(isDomainError(thrown) ? thrown : foreign(thrown)).kind];

/**
 * The one translation of anything thrown into what people, programs and models see.
 * Used by the HTTP filter, the socket gateway, the tool runner and the endpoints.
 * Whatever is not a DomainError tells nothing about itself; callers log it.
 */
export function toErrorBody(thrown: unknown, locale: Locale = DEFAULT_LOCALE): ErrorBody {
  const known = isDomainError(thrown) ? thrown : foreign(thrown);
  const { text, advice, code, canRetry } = known;
  const { retryAfterMs, extra } = isDomainError(known) ? known : {};
  return {
    error: text[locale],
    code,
    canRetry,
    ...(advice && { suggestion: advice[locale] }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...extra,
  };
}
