import { safeReturnPath, safeUrl } from './safe-url';

describe('safeUrl', () => {
  it.each([
    'https://example.org/a?b#c',
    'http://example.org',
    'mailto:a@example.org',
    ' https://example.org ',
  ])('lets %s through (S-21)', (address) => expect(safeUrl(address)).not.toBeNull());

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' java\tscript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'blob:https://example.org/1',
    'ftp://example.org',
    'view-source:https://example.org',
    'intent://x#Intent;end',
    'http://',
  ])('refuses %j (S-21)', (address) => expect(safeUrl(address)).toBeNull());
});

describe('safeReturnPath', () => {
  it('keeps a path of this site with its query and fragment', () => {
    expect(safeReturnPath('/c/1?a=b#m')).toBe('/c/1?a=b#m');
  });

  it.each([
    undefined,
    null,
    ['/a'],
    '',
    'x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'https://evil.example',
    'javascript:1',
  ])('goes to the start for %j (S-21)', (path) => expect(safeReturnPath(path)).toBe('/'));
});
