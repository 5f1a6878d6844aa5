import type { DomainError } from '@/foundation/errors/domain-error';
import { readTool } from '../folder/read-tool';
import { folderHash, readBytes } from '../folder/tool-files';
import { isJsonObject, readJson, writeJson, type JsonObject } from '../json-text';
import { readArguments } from './arguments';

const aTool = (definition: object) => {
  const files = {
    'definition.json': readBytes(
      'definition.json',
      Buffer.from(JSON.stringify({ id: 't', ...definition })),
    ),
    'execution.py': readBytes('execution.py', Buffer.from('pass')),
  };
  return readTool({ directory: 't', files, hash: folderHash(files) }, 120);
};
const object = (text: string): JsonObject => {
  const value = readJson(text);
  return isJsonObject(value) ? value : new Map();
};
const taken = (definition: object, text: string) =>
  writeJson(readArguments(aTool(definition), object(text)));
const refusal = (definition: object, text: string): string => {
  try {
    return taken(definition, text);
  } catch (thrown) {
    return (thrown as DomainError).text['zh-CN'];
  }
};
const limit = {
  parameters: { type: 'object', properties: { limit: { type: 'integer', default: 10 } } },
};
const count = {
  parameters: {
    type: 'object',
    properties: { count: { type: 'integer', minimum: 1 } },
    required: ['count'],
  },
};

describe('readArguments', () => {
  it.each(['{}', '{"limit": null}'])('gives the default for %s (fault 2)', (text) => {
    expect(taken(limit, text)).toBe('{"limit":10}');
  });

  it('refuses an empty text for a number instead of making it 0 (fault 2)', () => {
    expect(refusal(limit, '{"limit": ""}')).toBe('参数 limit：必须是整数');
  });

  it.each([
    ['{"count": "1"}', '{"count":1}'],
    ['{"count": "abc"}', '参数 count：必须是整数'],
    ['{"count": "1.5"}', '参数 count：必须是整数'],
    ['{"count": true}', '参数 count：必须是整数'],
    ['{"count": null}', '参数 count：必须是整数'],
    ['{"count": 0}', '参数 count：必须大于或等于 1'],
    ['{}', "缺少必填参数: 'count'"],
  ])('answers %s with %s (fault 1, A-044, A-057)', (text, answer) => {
    expect(refusal(count, text)).toBe(answer);
  });

  it('checks nothing but presence when the tool says so (A-057)', () => {
    expect(refusal({ ...count, strict: false }, '{"count": "abc"}')).toBe('{"count":"abc"}');
    expect(refusal({ ...count, strict: false }, '{}')).toBe("缺少必填参数: 'count'");
  });

  it('drops what was not declared (S-33)', () => {
    expect(taken(limit, '{"limit": 1, "print": "x"}')).toBe('{"limit":1}');
  });

  it('names the place inside an object', () => {
    const nested = {
      parameters: { properties: { o: { type: 'object', properties: { n: { enum: [1] } } } } },
    };
    expect(refusal(nested, '{"o": {"n": 2}}')).toBe('参数 o.n：必须是以下值之一：1');
  });

  it('refuses what Python could not read', () => {
    expect(
      refusal(
        { parameters: { properties: { x: {} } } },
        `{"x": ${'['.repeat(150)}${']'.repeat(150)}}`,
      ),
    ).toContain('嵌套');
    expect(
      refusal({ parameters: { properties: { x: {} } } }, `{"x": [${'1'.repeat(5000)}]}`),
    ).toContain('4000');
  });

  it('calls a tool unchecked whose schema makes no sense, with a warning (A-004)', () => {
    const tool = aTool({ parameters: { type: 'object', properties: { x: { type: 'nummber' } } } });
    expect(tool.warnings.map(({ en }) => en).join()).toContain('cannot be used for checking');
    expect(writeJson(readArguments(tool, object('{"x": 1}')))).toBe('{"x":1}');
  });
});
