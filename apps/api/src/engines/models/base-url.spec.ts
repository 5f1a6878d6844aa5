import { baseUrlCandidates, isSameServer } from './base-url';

describe('base URLs', () => {
  it.each([
    ['http://localhost:11434', ['http://localhost:11434/v1', 'http://localhost:11434']],
    ['http://localhost:11434/v1/', ['http://localhost:11434/v1', 'http://localhost:11434']],
    [
      'https://openrouter.ai/api/v1/chat/completions',
      ['https://openrouter.ai/api/v1', 'https://openrouter.ai/api'],
    ],
    ['https://host/openai', ['https://host/openai', 'https://host/openai/v1']],
  ])('of the OpenAI format: %s may mean %j', (entered, candidates) =>
    expect(baseUrlCandidates('openai', entered)).toEqual(candidates),
  );

  it.each([
    ['https://api.anthropic.com', 'https://api.anthropic.com'],
    ['https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
    ['https://host/anthropic/', 'https://host/anthropic'],
  ])('of the Anthropic format: %s means %s', (entered, meant) =>
    expect(baseUrlCandidates('anthropic', entered)).toEqual([meant]),
  );

  it('of the same server share scheme, host and port', () => {
    expect(isSameServer('https://a/v1', 'https://A:443/')).toBe(true);
    for (const other of ['http://a', 'https://a:444', 'https://b', 'https://a.b']) {
      expect(isSameServer('https://a', other)).toBe(false);
    }
  });
});
