import { api, onUnauthenticated } from './api-client';
import { ApiError } from './api-error';
import { showMessages } from './i18n/i18n';

interface Sent {
  url: string;
  init: RequestInit;
}

/** The network: answers what the test prepared and keeps what was sent. */
class FakeNetwork {
  readonly sent: Sent[] = [];
  answer: () => Partial<Response> = () => reply(200, '{}');

  readonly fetch = (url: string, init: RequestInit) => {
    this.sent.push({ url, init });
    return Promise.resolve().then(() => this.answer() as Response);
  };
}

function reply(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Partial<Response> {
  return {
    status,
    ok: status < 400,
    headers: { get: (name: string) => headers[name] ?? null } as Headers,
    text: () => Promise.resolve(text),
  };
}

const failure = (thrown: unknown): ApiError => thrown as ApiError;
let network: FakeNetwork;

beforeEach(() => {
  network = new FakeNetwork();
  globalThis.fetch = network.fetch as typeof fetch;
  showMessages('en', { errors: { unreachable: 'No server.', unexpected: 'Broken.' } });
});

describe('api', () => {
  it('asks in the language of the page and with the cookie', async () => {
    showMessages('zh-CN', {});
    await api.get('/api/tools');
    const { init } = network.sent[0] as Sent;
    expect((init.headers as Record<string, string>)['Accept-Language']).toBe('zh-CN');
    expect(init.credentials).toBe('same-origin');
  });

  it('sends JSON and leaves the content type out when there is no body', async () => {
    await api.post('/api/auth/login', { email: 'a' });
    await api.post('/api/auth/logout');
    expect(network.sent[0]?.init.body).toBe('{"email":"a"}');
    expect(network.sent[1]?.init.body).toBeUndefined();
    expect(network.sent[1]?.init.headers).not.toHaveProperty('Content-Type');
  });

  it('leaves empty query values out and encodes the others', async () => {
    await api.get('/api/conversations', { query: { q: 'a&b 中', cursor: null, x: '' } });
    expect(network.sent[0]?.url).toBe('/api/conversations?q=a%26b+%E4%B8%AD');
  });

  it('unwraps the envelope of the custom tool endpoints', async () => {
    network.answer = () => reply(200, '{"success":true,"data":[1]}');
    expect(await api.get('/api/admin/custom-tools', { isEnveloped: true })).toEqual([1]);
  });

  it('answers nothing for 204', async () => {
    network.answer = () => reply(204, '');
    expect(await api.remove('/api/conversations/1')).toBeUndefined();
  });

  it('gives a text file with the bare ETag', async () => {
    network.answer = () => reply(200, 'print(1)', { etag: 'W/"abc"' });
    expect(await api.getText('/api/file')).toEqual({ text: 'print(1)', etag: 'abc' });
  });

  it('turns an error body into an ApiError with all fields', async () => {
    const body = {
      error: 'Busy.',
      code: 'limited',
      canRetry: true,
      suggestion: 'Wait.',
      retryAfterMs: 900,
    };
    network.answer = () => reply(429, JSON.stringify(body));
    const error = await api.get('/api/x').catch(failure);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ ...body, status: 429, message: 'Busy.' });
  });

  it('turns a lost network and a gateway page into “unreachable”, which can be retried', async () => {
    network.answer = () => {
      throw new TypeError('failed to fetch');
    };
    expect(await api.get('/api/x').catch(failure)).toMatchObject({
      code: 'unreachable',
      canRetry: true,
      error: 'No server.',
    });
    network.answer = () => reply(502, '<html>bad gateway</html>');
    expect(await api.get('/api/x').catch(failure)).toMatchObject({ code: 'unreachable' });
  });

  it('turns an answer that is no JSON into “unexpected”', async () => {
    network.answer = () => reply(200, '<html></html>');
    expect(await api.get('/api/x').catch(failure)).toMatchObject({
      code: 'unexpected',
      status: 200,
    });
  });

  it('tells that the session is over on 401, but not for a wrong password', async () => {
    let told = 0;
    const stop = onUnauthenticated(() => (told += 1));
    network.answer = () =>
      reply(401, '{"error":"No.","code":"wrong_credentials","canRetry":false}');
    await api.post('/api/auth/login', {}).catch(failure);
    expect(told).toBe(0);
    network.answer = () => reply(401, '{"error":"No.","code":"unauthenticated","canRetry":false}');
    await api.get('/api/tools').catch(failure);
    expect(told).toBe(1);
    stop();
  });

  it('passes an abort on as what it is', async () => {
    const controller = new AbortController();
    controller.abort();
    network.answer = () => {
      throw new DOMException('aborted', 'AbortError');
    };
    const thrown = await api
      .get('/api/x', { signal: controller.signal })
      .catch((each: unknown) => each);
    expect((thrown as Error).name).toBe('AbortError');
  });
});
