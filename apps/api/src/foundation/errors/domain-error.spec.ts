import { z } from 'zod';
import { because, checkInput } from './check-input';
import { DomainError, statusOf, STATUS, toErrorBody } from './domain-error';
import { InvalidInput, NotFound } from './input.errors';
import { requireId, requireName } from './require-id';

class TooBusy extends DomainError {
  readonly kind = 'limited';
  readonly code = 'too_busy';
  override readonly canRetry = true;
  override readonly retryAfterMs = 1500;

  constructor() {
    super({ en: 'Too busy.', 'zh-CN': '太忙。' }, { en: 'Wait.', 'zh-CN': '请稍候。' });
  }
}

describe('toErrorBody', () => {
  it('speaks the language asked for, Chinese when none was', () => {
    expect(toErrorBody(new TooBusy(), 'en')).toEqual({
      error: 'Too busy.',
      code: 'too_busy',
      canRetry: true,
      suggestion: 'Wait.',
      retryAfterMs: 1500,
    });
    expect(toErrorBody(new TooBusy())).toMatchObject({ error: '太忙。', suggestion: '请稍候。' });
  });

  it('tells nothing about an error nobody foresaw', () => {
    for (const thrown of [new TypeError('password=hunter2'), 'text', undefined, { code: 'x' }]) {
      const body = toErrorBody(thrown, 'en');
      expect(body).toMatchObject({ code: 'unexpected', canRetry: true });
      expect(JSON.stringify(body)).not.toContain('hunter2');
      expect(statusOf(thrown)).toBe(500);
    }
  });

  it('leaves out what a case does not have', () => {
    expect(Object.keys(toErrorBody(new NotFound(), 'en'))).toEqual([
      'error',
      'code',
      'canRetry',
      'suggestion',
    ]);
  });

  it('has one status for each kind', () => {
    expect(STATUS).toMatchObject({ invalid: 400, conflict: 409, limited: 429, unavailable: 503 });
    expect(statusOf(new TooBusy())).toBe(429);
    expect(new TooBusy().name).toBe('TooBusy');
  });
});

describe('checkInput', () => {
  const schema = z.object({ a: z.object({ b: z.number() }), list: z.array(z.string()) });

  it('hands back the parsed value', () => {
    expect(checkInput(z.object({ n: z.coerce.number() }), { n: '4' })).toEqual({ n: 4 });
  });

  it('names every wrong path', () => {
    const check = () => checkInput(schema, { a: { b: 'x' }, list: ['ok', 5] });
    expect(check).toThrow(InvalidInput);
    expect(check).toThrow(/a\.b: .*; list\.1: /);
  });

  it('gives every reason in both languages', () => {
    const name = z.string().refine(() => false, because({ en: 'is odd', 'zh-CN': '很奇怪' }));
    const shape = z.object({ count: z.number(), name });
    const failure = (() => {
      try {
        return checkInput(shape, { name: 'x' });
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(toErrorBody(failure, 'en').error).toMatch(/count: Invalid input.*; name: is odd$/);
    expect(toErrorBody(failure, 'zh-CN').error).toMatch(/count: 无效输入.*; name: 很奇怪$/);
  });

  it('names the body when it is wrong as a whole', () => {
    const failure = new InvalidInput([{ path: '', reason: 'is missing' }]);
    expect(toErrorBody(failure, 'en').suggestion).toContain('the body');
    expect(toErrorBody(failure, 'zh-CN').suggestion).toContain('请求体');
  });
});

describe('requireId (S-06)', () => {
  const id = '3f2a1c9e-0b7d-4e55-8f10-6a1b2c3d4e5f';

  it('lets an id pass', () => {
    expect(requireId(id)).toBe(id);
    expect(requireName('calc')).toBe('calc');
  });

  it.each([undefined, null, '', NaN, [], {}, [id], { id }, 'x', `${id}'`, ` ${id}`])(
    'finds nothing behind %p',
    (value) => expect(() => requireId(value)).toThrow(NotFound),
  );

  it.each([undefined, null, '', NaN, [], {}, 'a\u0000b'])(
    'finds nothing behind the name %p',
    (value) => expect(() => requireName(value)).toThrow(NotFound),
  );
});
