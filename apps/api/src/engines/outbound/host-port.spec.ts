import { hostPortOf, parseHostPort } from './host-port';

describe('host and port', () => {
  it.each([
    ['localhost:11434', 'localhost:11434'],
    ['LOCALHOST.:11434', 'localhost:11434'],
    ['127.1:80', '127.0.0.1:80'],
    ['0x7f000001:8080', '127.0.0.1:8080'],
    ['[::1]:8080', '[::1]:8080'],
    [' 10.0.0.5:8000 ', '10.0.0.5:8000'],
  ])('reads %s as %s', (text, read) => expect(parseHostPort(text)).toBe(read));

  it.each([
    'localhost',
    'http://localhost:1',
    'a@b:80',
    'a\\b:80',
    'a/b:80',
    'a:99999',
    ':80',
    '::1:80',
    'a b:80',
  ])('refuses %s', (text) => expect(parseHostPort(text)).toBeNull());

  it('gives an address its default port', () => {
    expect(hostPortOf(new URL('https://Example.org./v1'))).toBe('example.org:443');
    expect(hostPortOf(new URL('http://example.org'))).toBe('example.org:80');
  });
});
