import type { ProviderRow } from '@contract/models';
import { bodyOf, isAddress, isHostPort, losesKey, testBodyOf, valuesOf } from './provider-form';
import { presetOf } from './provider-presets';

const row: ProviderRow = {
  id: 'p1',
  name: 'OpenAI',
  kind: 'openai',
  baseUrl: 'https://api.example.com/v1',
  hasKey: true,
  models: ['small'],
  enabled: true,
  createdAt: '2026-01-01T00:00:00Z',
};

describe('the provider form', () => {
  it('keeps the stored key unless one is typed or its removal is asked for', () => {
    const values = valuesOf(row);
    expect(bodyOf(values)).not.toHaveProperty('key');
    expect(bodyOf({ ...values, isKeyRemoved: true }).key).toBe('');
    expect(bodyOf({ ...values, isKeyRemoved: true, key: ' sk-1 ' }).key).toBe('sk-1');
  });

  it('begins a new provider with the preset the address names, and only with a known one', () => {
    const { name, kind, baseUrl } = valuesOf(null, presetOf('Ollama'));
    expect([name, kind, baseUrl]).toEqual(['Ollama', 'openai', 'http://localhost:11434/v1']);
    for (const odd of ['ollama2', undefined, ['Ollama']]) expect(presetOf(odd)).toBeUndefined();
    expect(valuesOf(row, presetOf('Ollama')).baseUrl).toBe(row.baseUrl);
  });

  it('tests a stored provider by id and a draft without one', () => {
    expect(testBodyOf(valuesOf(row), 'p1')).toEqual({
      providerId: 'p1',
      kind: 'openai',
      baseUrl: row.baseUrl,
    });
    expect(testBodyOf(valuesOf(null))).not.toHaveProperty('providerId');
  });

  it('copies the models, so that cancelling changes nothing', () => {
    valuesOf(row).models.push('large');
    expect(row.models).toEqual(['small']);
  });

  it('says when a new address means entering the key again', () => {
    const moved = { ...valuesOf(row), baseUrl: 'https://other.example.com/v1' };
    expect(losesKey(row, moved)).toBe(true);
    expect(losesKey(row, { ...moved, key: 'sk-2' })).toBe(false);
    expect(losesKey(row, { ...valuesOf(row), baseUrl: 'https://api.example.com' })).toBe(false);
    expect(losesKey(null, moved)).toBe(false);
    expect(losesKey({ ...row, hasKey: false }, moved)).toBe(false);
  });

  it('accepts web addresses only, without credentials or a query', () => {
    expect([' http://localhost:11434 ', 'https://a.b/v1'].every(isAddress)).toBe(true);
    const refused = ['', 'localhost:11434', 'ftp://a.b', 'http://', 'http://u:p@a.b', 'http://a?b'];
    expect(refused.some(isAddress)).toBe(false);
  });

  it('accepts host:port with names, IPv4 and bracketed IPv6', () => {
    expect(['localhost:11434', '10.0.0.2:80', '[::1]:8080'].every(isHostPort)).toBe(true);
    expect(['localhost', 'a:0', 'a:70000', 'http://a:80', '::1:80', 'a b:1'].some(isHostPort)).toBe(
      false,
    );
  });
});
