import { type DomainError, isDomainError, type Texts } from '@/foundation/errors/domain-error';
import {
  ModelNotFound,
  NotAModelProvider,
  ProviderBroken,
  ProviderLimited,
  ProviderRefused,
  ProviderRefusedKey,
  ProviderUnreachable,
} from '../models.errors';
import { isWebPage, sentenceOf } from './provider-sentence';

/** An answer that is no stream. Thrown inside the SDK's fetch, so that both SDKs fail in the same way. */
export class ProviderAnswered extends Error {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly body: string,
  ) {
    super(`The provider answered with status ${status}.`);
  }
}

export interface CallContext {
  baseUrl: string;
  key: string | null;
  model?: string;
  /** True once the provider has begun to answer. */
  hasStarted: boolean;
}

/** Whatever an SDK, undici or the guarded dialler throws, as one of our errors. */
export function translateFailure(thrown: unknown, context: CallContext): DomainError {
  const causes = causesOf(thrown);
  const known = causes.find(isDomainError);
  if (known) return known;
  const answered = causes.find((cause) => cause instanceof ProviderAnswered);
  if (answered) return translateAnswer(answered, context);
  const reported = causes.map((cause) => (cause as { error?: unknown }).error).find(Boolean);
  if (reported) return translateReport(reported, context);
  if (context.hasStarted) return new ProviderBroken(null);
  const reason = causes.map(nameOf).find(Boolean) ?? '';
  const isSlow = /timeout/i.test(reason);
  return new ProviderUnreachable(new URL(context.baseUrl).host, reasonOf(reason), isSlow);
}

/** The provider's own reasons by status; whatever is not listed is no answer of a model provider, or a refusal. */
function translateAnswer(answer: ProviderAnswered, context: CallContext): DomainError {
  const { status, body } = answer;
  const said = sentenceOf(body, context.key);
  if (status === 404 && context.model && /model/i.test(said ?? ''))
    return new ModelNotFound(context.model);
  if (status === 401 || status === 403) return new ProviderRefusedKey(said);
  if (isFull(status)) return new ProviderLimited(said, retryAfterOf(answer.headers));
  if (status >= 500) return new ProviderBroken(said ?? `HTTP ${status}`);
  return isForeign(answer)
    ? new NotAModelProvider(new URL(context.baseUrl).host)
    : new ProviderRefused(said ?? `HTTP ${status}`);
}

/** 529 is Anthropic's word for overloaded. */
const isFull = (status: number): boolean => status === 429 || status === 529;

const isForeign = ({ status, body }: ProviderAnswered): boolean =>
  status < 300 || status === 404 || status === 405 || isWebPage(body);

/** An error object in the middle of a stream that began with status 200. */
function translateReport(reported: unknown, { key }: CallContext): DomainError {
  const text = isText(reported) ? reported : JSON.stringify(reported);
  const said = sentenceOf(text, key);
  if (/rate_?limit|overloaded|too many requests|"code":\s*"?429/i.test(text))
    return new ProviderLimited(said);
  if (/authentication|invalid_api_key|permission_error/i.test(text))
    return new ProviderRefusedKey(said);
  if (/invalid_request/i.test(text)) return new ProviderRefused(said);
  return new ProviderBroken(said);
}

function causesOf(thrown: unknown): object[] {
  const causes: object[] = [];
  for (let at = thrown; typeof at === 'object' && at !== null && causes.length < 8;) {
    causes.push(at);
    if (at instanceof AggregateError) causes.push(...(at.errors as object[]));
    at = (at as { cause?: unknown }).cause;
  }
  return causes;
}

/** The code of a network failure. Anthropic's SDK keeps none for time-outs, only the name of the class. */
function nameOf(cause: object): string {
  const { code } = cause as { code?: unknown };
  if (isText(code)) return code;
  return /Timeout/.test(cause.constructor.name) ? 'TIMEOUT' : '';
}

/** Seconds, a date, or OpenAI's own header in milliseconds. */
function retryAfterOf(headers: Headers): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? NaN);
  if (exact >= 0) return exact;
  const given = headers.get('retry-after');
  if (!given) return undefined;
  const waitMs = Number.isNaN(Number(given))
    ? Date.parse(given) - Date.now()
    : Number(given) * 1000;
  return Number.isNaN(waitMs) ? undefined : Math.max(0, Math.round(waitMs));
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const REASONS: [RegExp, Texts][] = [
  [/ECONNREFUSED/, { en: 'nothing listens on that port', 'zh-CN': '该端口没有服务在监听' }],
  [/ENOTFOUND|EAI_AGAIN/, { en: 'its name is not known', 'zh-CN': '域名无法解析' }],
  [/TIMEOUT|ETIMEDOUT/, { en: 'it did not answer in time', 'zh-CN': '等待响应超时' }],
  [/EHOSTUNREACH|ENETUNREACH/, { en: 'there is no way to that address', 'zh-CN': '网络不可达' }],
  [/CERT|SIGNATURE|ISSUER|TLS/, { en: 'its certificate is not trusted', 'zh-CN': '证书不受信任' }],
  [/SSL|EPROTO/, { en: 'it does not speak https there', 'zh-CN': '该端口不支持 https' }],
  [/./, { en: 'the connection broke', 'zh-CN': '连接中断' }],
];

const UNKNOWN_REASON: Texts = { en: 'the connection failed', 'zh-CN': '连接失败' };

const reasonOf = (code: string): Texts =>
  REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? UNKNOWN_REASON;

/** The body of an answer that says the request is not accepted as it stands; empty for every other failure. */
export function refusalIn(thrown: unknown): string {
  const answered = causesOf(thrown).find((cause) => cause instanceof ProviderAnswered);
  return answered && [400, 422].includes(answered.status) ? answered.body : '';
}
