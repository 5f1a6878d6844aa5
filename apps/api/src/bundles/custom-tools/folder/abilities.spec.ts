import { readJson, type JsonObject } from '../json-text';
import { readAbilities } from './abilities';
import { isSameAudience, isWithin } from './audience';

const read = (definition: object) => {
  const { abilities, warnings } = readAbilities(readJson(JSON.stringify(definition)) as JsonObject);
  return { ...abilities, warnings: warnings.map(({ en }) => en) };
};
const SAFE = {
  limits: { memoryMb: null, cpus: null, pids: null, outputChars: null },
  allowedHosts: [],
  secrets: [],
  isolation: 'fresh',
  isDangerous: true,
  audience: 'admins',
};

describe('what a tool may do', () => {
  it('is the safe side when the definition says nothing', () => {
    expect(read({})).toEqual({ ...SAFE, warnings: [] });
    const nothing = { limits: null, network: null, secrets: null, isolation: null };
    expect(read({ ...nothing, dangerous: null, audience: null })).toEqual({
      ...SAFE,
      warnings: [],
    });
  });

  it('is taken as it is written when it is written well', () => {
    expect(
      read({
        limits: { memory_mb: 256, cpus: 0.5, pids: 32, output_chars: 2000 },
        network: ['api.example.org:8443', 'Example.ORG', 'bücher.example:80'],
        secrets: ['API_KEY', 'B2'],
        isolation: 'reuse',
        dangerous: false,
        audience: { groups: ['b', 'a', 'b'] },
      }),
    ).toEqual({
      limits: { memoryMb: 256, cpus: 0.5, pids: 32, outputChars: 2000 },
      allowedHosts: ['api.example.org:8443', 'example.org:443', 'xn--bcher-kva.example:80'],
      secrets: ['API_KEY', 'B2'],
      isolation: 'reuse',
      isDangerous: false,
      audience: { groups: ['a', 'b'] },
      warnings: [],
    });
  });

  it.each([
    [{ limits: 'small' }],
    [{ limits: { memory_mb: '512' } }],
    [{ limits: { memory_mb: 1.5 } }],
    [{ limits: { cpus: -1 } }],
    [{ limits: { pids: 0 } }],
    [{ limits: { disk_mb: 5 } }],
    [{ limits: { __proto__x: 5 } }],
    [{ network: true }],
    [{ network: 'all' }],
    [{ network: {} }],
    [{ secrets: 'KEY' }],
    [{ secrets: ['lower'] }],
    [{ secrets: [5] }],
    [{ isolation: 'shared' }],
    [{ dangerous: 'false' }],
    [{ audience: 'world' }],
    [{ audience: ['a'] }],
    [{ audience: { groups: [] } }],
    [{ audience: { groups: ['a', 5] } }],
    [{ audience: { groups: ['a'], everyone: true } }],
  ])('stays safe and warns once about %j', (definition) => {
    const { warnings, ...abilities } = read(definition);
    expect(abilities).toEqual(SAFE);
    expect(warnings).toEqual([expect.stringContaining(Object.keys(definition)[0] ?? '')]);
  });

  it('moves limits beyond the bounds to the nearest one', () => {
    const { limits, warnings } = read({ limits: { memory_mb: 1, cpus: 64, output_chars: 1e9 } });
    expect(limits).toEqual({ memoryMb: 32, cpus: 4, pids: null, outputChars: 100_000 });
    expect(warnings).toHaveLength(3);
  });

  it.each([
    ...['', '*', '*.example.org', 'http://example.org', 'example.org/path', 'a b', 'a@b', '-a.org'],
    ...['example.org:0', 'example.org:65536', 'example.org:x', 'example.org:', 'a..b', 'a_b.org'],
    ...['127.0.0.1:80', '169.254.169.254', '2130706433', '0x7f.1', '127.1:80', '[::1]:80', '::1'],
    ...['１２７.0.0.1', 'a\u0000b', 'a\nb:80', `${'a'.repeat(64)}.org`],
  ])('does not take %j for a host name (S-24)', (host) => {
    const { allowedHosts, warnings } = read({ network: [host, 'good.example'] });
    expect(allowedHosts).toEqual(['good.example:443']);
    expect(warnings).toHaveLength(1);
  });
});

describe('audiences', () => {
  it('are the same whatever the order of their groups', () => {
    expect(isSameAudience('everyone', 'everyone')).toBe(true);
    expect(isSameAudience({ groups: ['a', 'b'] }, { groups: ['b', 'a', 'a'] })).toBe(true);
    expect(isSameAudience({ groups: ['a'] }, { groups: ['a', 'b'] })).toBe(false);
    expect(isSameAudience({ groups: ['a', 'b'] }, { groups: ['a'] })).toBe(false);
    expect(isSameAudience('admins', { groups: ['a'] })).toBe(false);
  });

  it('know whether one lets in more people than the other', () => {
    expect(isWithin('admins', 'admins')).toBe(true);
    expect(isWithin({ groups: ['a'] }, 'everyone')).toBe(true);
    expect(isWithin({ groups: ['a'] }, { groups: ['b', 'a'] })).toBe(true);
    expect(isWithin({ groups: ['a', 'c'] }, { groups: ['b', 'a'] })).toBe(false);
    expect(isWithin('everyone', { groups: ['a'] })).toBe(false);
    expect(isWithin({ groups: ['a'] }, 'admins')).toBe(false);
  });
});
