import { InvalidArguments } from './registry.errors';
import { argumentsJson, parseArguments } from './tool-arguments';

describe('argumentsJson', () => {
  it.each(['', '  ', 'null', '"{}"', '{}', undefined, null])(
    'reads %p as no arguments (fault 10)',
    (text) => {
      expect(argumentsJson(text)).toBe('{}');
    },
  );

  it('leaves valid JSON as it is, long numbers included (A-051)', () => {
    expect(argumentsJson('{"n": 123456789012345678901}')).toBe('{"n": 123456789012345678901}');
  });

  it('does not repair what is valid, even where the repairer would fail (trap X1)', () => {
    expect(parseArguments('{"":[{"":"{"}]}')).toEqual({ '': [{ '': '{' }] });
  });

  it('repairs what models commonly break', () => {
    expect(parseArguments("{'a': 1,}")).toEqual({ a: 1 });
  });

  it.each(['[1]', '5', 'true', '"text"'])('refuses %s: arguments are an object', (text) => {
    expect(() => argumentsJson(text)).toThrow(InvalidArguments);
  });
});
