import type { ProviderBody } from '@/contract/models';
import { checkInput } from '@/foundation/errors/check-input';
import { toErrorBody } from '@/foundation/errors/domain-error';
import { createProviderSchema } from './providers.dto';

const draft: ProviderBody = {
  name: 'Ollama',
  kind: 'openai',
  baseUrl: 'http://localhost:11434/v1',
  key: 'sk-test',
  models: ['llama', 'llama'],
};

/** What a person reads in each language about a draft with this change. */
function complaints(change: object): [string, string] {
  try {
    checkInput(createProviderSchema, { ...draft, ...change });
    return ['', ''];
  } catch (thrown) {
    return [toErrorBody(thrown, 'en').error, toErrorBody(thrown, 'zh-CN').error];
  }
}

describe('the door of providers', () => {
  it('takes what is right and each model once', () => {
    expect(checkInput(createProviderSchema, draft)).toEqual({ ...draft, models: ['llama'] });
  });

  it.each(['localhost:11434', 'ftp://host', 'https://me:secret@host', 'https://host/?a=b', 'x'])(
    'refuses the address %s in both languages',
    (baseUrl) => {
      const [english, chinese] = complaints({ baseUrl });
      expect(english).toMatch(/baseUrl: must start with http/);
      expect(chinese).toMatch(/baseUrl: 必须以 http/);
      expect(english + chinese).not.toContain('secret');
    },
  );

  it('refuses a key that cannot be a header (S-34)', () => {
    expect(complaints({ key: 'a b' })).toEqual([
      expect.stringContaining('key: must be without spaces'),
      expect.stringContaining('key: 不能包含空格'),
    ]);
  });

  it('refuses control characters in names (S-34)', () => {
    expect(complaints({ name: 'a\u0007b' })[1]).toContain('name: 不能包含控制字符');
    expect(complaints({ name: '' })[1]).toContain('name');
  });
});
