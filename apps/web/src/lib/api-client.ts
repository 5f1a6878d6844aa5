import { ApiError, isErrorBody } from './api-error';
import { currentLocale } from './i18n/i18n';
import { readJsonLines } from './json-lines';

export interface CallOptions {
  query?: Record<string, string | number | boolean | null | undefined>;
  signal?: AbortSignal;
  /** The answer is `{success, data}`, as the custom tool endpoints give it. */
  isEnveloped?: boolean;
}

interface Call extends CallOptions {
  method: string;
  path: string;
  body?: unknown;
  /** Sent as it is, with its own type, instead of a JSON body. */
  file?: Blob;
}

type Listener = () => void;
const unauthenticatedListeners = new Set<Listener>();

/** Told when the server no longer knows who we are; a wrong password does not count. */
export function onUnauthenticated(listener: Listener): () => void {
  unauthenticatedListeners.add(listener);
  return () => unauthenticatedListeners.delete(listener);
}

/** Typed by the caller after the contract: `api.get<ConversationPage>('/api/conversations')`. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => json<T>({ ...options, method: 'GET', path }),
  post: <T = void>(path: string, body?: unknown, options?: CallOptions) =>
    json<T>({ ...options, method: 'POST', path, body }),
  put: <T = void>(path: string, body?: unknown, options?: CallOptions) =>
    json<T>({ ...options, method: 'PUT', path, body }),
  patch: <T = void>(path: string, body?: unknown, options?: CallOptions) =>
    json<T>({ ...options, method: 'PATCH', path, body }),
  remove: <T = void>(path: string, options?: CallOptions) =>
    json<T>({ ...options, method: 'DELETE', path }),
  /** A text file with the ETag an edit of it starts from. */
  async getText(path: string, options?: CallOptions): Promise<{ text: string; etag: string }> {
    const response = await send({ ...options, method: 'GET', path });
    const etag = response.headers.get('etag') ?? '';
    return { text: await readText(response), etag: etag.replace(/^W\//, '').replaceAll('"', '') };
  },
  postFile: <T>(path: string, file: Blob, options?: CallOptions) =>
    json<T>({ ...options, method: 'POST', path, file }),
  /** An answer that is told while it is made, one JSON value a line. Aborting the signal ends it at both sides. */
  async *postForLines<T>(path: string, body: unknown, options?: CallOptions): AsyncGenerator<T> {
    const response = await send({ ...options, method: 'POST', path, body });
    try {
      if (response.body) yield* readJsonLines<T>(response.body);
    } catch (thrown) {
      if (options?.signal?.aborted) throw thrown;
      throw ApiError.unreachable();
    }
  },
};

async function json<T>(call: Call): Promise<T> {
  const response = await send(call);
  const text = response.status === 204 ? '' : await readText(response);
  if (text === '') return undefined as T;
  const value = parse(text);
  if (value === undefined) throw ApiError.unexpected(response.status);
  return (call.isEnveloped ? (value as { data: unknown }).data : value) as T;
}

async function send(call: Call): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(call.path + queryText(call.query), requestInit(call));
  } catch (thrown) {
    if (call.signal?.aborted) throw thrown;
    throw ApiError.unreachable();
  }
  if (!response.ok) throw await failureOf(response);
  return response;
}

function requestInit({ method, body, file, signal }: Call): RequestInit {
  const headers: Record<string, string> = {
    Accept: 'application/json, text/plain;q=0.9',
    'Accept-Language': currentLocale(),
  };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (file) headers['Content-Type'] = file.type;
  return {
    method,
    headers,
    signal,
    credentials: 'same-origin',
    body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
  };
}

async function failureOf(response: Response): Promise<ApiError> {
  const body = parse(await response.text().catch(() => ''));
  const error = isErrorBody(body)
    ? new ApiError(body, response.status)
    : isGateway(response.status)
      ? ApiError.unreachable()
      : ApiError.unexpected(response.status);
  // A wrong password is a 401 too, but it ends nothing.
  if (error.code === 'unauthenticated') {
    unauthenticatedListeners.forEach((listener) => listener());
  }
  return error;
}

/** A proxy answers with these, in HTML, while the server restarts. */
const isGateway = (status: number) => status >= 502 && status <= 504;

async function readText(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw ApiError.unreachable();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function queryText(query: CallOptions['query']): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') params.set(key, String(value));
  }
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
