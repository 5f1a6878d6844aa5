import { readAbsolute, readAuthority, readHosts } from './target';

describe('where a request wants to go', () => {
  it.each([
    ['api.example:443', 'api.example:443'],
    ['API.Example.:443', 'api.example:443'],
    ['ex%61mple.org:80', 'example.org:80'],
    ['bücher.example:443', 'xn--bcher-kva.example:443'],
    ['0x7f.1:80', '127.0.0.1:80'],
    ['2130706433:80', '127.0.0.1:80'],
    ['[::ffff:127.0.0.1]:80', '[::ffff:7f00:1]:80'],
    ['[::FFFF:7F00:1]:80', '[::ffff:7f00:1]:80'],
  ])('reads CONNECT %s as %s', (authority, hostPort) => {
    expect(readAuthority(authority)?.hostPort).toBe(hostPort);
  });

  it.each([
    ...['', undefined, 'api.example', 'api.example:', ':443', '.:443', 'api.example:0'],
    ...['api.example:99999', 'http://api.example:443', 'user@api.example:443', 'a b:443'],
    ...['api.example:443/path', 'api.example:443#x', 'api.example\\@evil:443', '::1:443', '/'],
  ])('does not read CONNECT %s', (authority) => expect(readAuthority(authority)).toBeNull());

  it.each([
    ['http://api.example', 'api.example:80', '/'],
    ['http://api.example:8080/a?b=c#d', 'api.example:8080', '/a?b=c'],
    ['HTTP://API.EXAMPLE./x', 'api.example:80', '/x'],
    ['http://api.example\\@evil.example/', 'api.example:80', '/@evil.example/'],
    ['http:evil.example/x', 'evil.example:80', '/x'],
    ['http:///evil.example/x', 'evil.example:80', '/x'],
    ['http://[::ffff:a9fe:a9fe]/', '[::ffff:a9fe:a9fe]:80', '/'],
    ['http://api.example/../../x', 'api.example:80', '/x'],
  ])('reads GET %s', (address, hostPort, path) => {
    expect(readAbsolute(address)).toMatchObject({ hostPort, path });
  });

  it.each([
    ...['/', '*', '', undefined, 'api.example/x', '//api.example/x', 'https://api.example/'],
    ...[
      'ftp://api.example/',
      'file:///etc/passwd',
      'http://user@api.example/',
      'http://u:p@api.example/',
    ],
    ...['http://', 'http://./', 'http://api.example:0/', 'http://a b/', 'http://[::1'],
  ])('does not read GET %s', (address) => expect(readAbsolute(address)).toBeNull());

  it('takes rules in any spelling and drops those that name nothing', () => {
    expect([...readHosts(['API.example.:443', '[::1]:80', 'api.example', '*:443/x', ''])]).toEqual([
      'api.example:443',
      '[::1]:80',
    ]);
  });
});
