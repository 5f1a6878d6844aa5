import { isOwnOrigin } from './origin';

const PUBLIC = 'https://tools.example.org';

describe('isOwnOrigin (S-12)', () => {
  it.each([
    ['a script, which names nothing', { host: 'a:3000' }],
    [
      'a page of this site',
      { host: 'a:3000', origin: 'http://a:3000', 'sec-fetch-site': 'same-origin' },
    ],
    ['a host written in capitals', { host: 'A:3000', origin: 'http://a:3000' }],
    [
      'the public address behind a proxy that renames the host',
      { host: 'api:3000', origin: PUBLIC },
    ],
    ['an address typed in', { host: 'a', 'sec-fetch-site': 'none' }],
  ])('lets in %s', (_, headers) => expect(isOwnOrigin(headers, PUBLIC)).toBe(true));

  it.each([
    ['another site', { host: 'a:3000', origin: 'https://evil.test' }],
    ['another port', { host: 'a:3000', origin: 'http://a:4000' }],
    ['a sibling', { host: 'a', 'sec-fetch-site': 'same-site' }],
    ['a foreign page', { host: 'a', 'sec-fetch-site': 'cross-site' }],
    ['a sandboxed frame', { host: 'a', origin: 'null' }],
    ['an origin that is none', { origin: '://' }],
    ['a look-alike of the public address', { host: 'api', origin: `${PUBLIC}.evil.test` }],
  ])('keeps out %s', (_, headers) => expect(isOwnOrigin(headers, PUBLIC)).toBe(false));
});
