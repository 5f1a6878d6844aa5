import { RealContainers } from '../../support/real-containers';
import { ToolRoom } from './tool-room';

/** The rows of E.1 and E.2, and the counter-examples of A-104, in containers of the tool image. */
describe('custom tools in real containers', () => {
  const containers = new RealContainers();
  const room = new ToolRoom(containers.runtime);
  let serial = 0;

  beforeAll(async () => {
    await containers.start();
    await room.start();
  });
  afterAll(async () => {
    await containers.stop();
    room.remove();
  });

  /** What a script with these parameters printed. */
  const run = (
    code: string,
    given: object | string = {},
    parameters: string[] = [],
    layer?: object,
  ) => {
    const id = `t${serial++}`;
    room.addScript(id, code, parameters, layer);
    return room.run(id, given);
  };
  const printed = async (...call: Parameters<typeof run>) => {
    const result = await run(...call);
    expect(result).toMatchObject({ success: true, status: 'completed', return_code: 0 });
    return result.output;
  };

  describe('the shipped examples', () => {
    it.each([
      [{ a: 6, op: '/', b: 4 }, '1.5'],
      [{ a: 1.5, op: '+', b: 2 }, '3.5'],
      [{ a: '6', op: '*', b: 7 }, '42'],
      [{ a: 2, op: '-', b: -3 }, '5'],
      ['{"a": 9007199254740993, "op": "*", "b": 10}', '90071992547409930'],
    ])('calc %j prints %s (A-101, E.1)', async (given, value) => {
      expect(await room.run('calc', given)).toMatchObject({
        success: true,
        output: `${value}\n`,
        message: `[calc] 结果: ${value}`,
      });
    });

    it('calc without b is not started (A-044)', async () => {
      expect(await room.run('calc', { a: 1, op: '+' })).toMatchObject({
        success: false,
        error: "缺少必填参数: 'b'",
        missing: 'b',
        tool_id: 'calc',
        canRetry: true,
        return_code: null,
      });
    });

    it('calc names the exception of a division by zero (A-101)', async () => {
      const result = await room.run('calc', { a: 1, op: '/', b: 0 });
      expect(result).toMatchObject({ success: false, status: 'error', return_code: 1 });
      expect(result.message).toContain('ZeroDivisionError: division by zero');
      expect(result.error).toBe('命令执行失败 (返回码: 1): ZeroDivisionError: division by zero');
      expect(result.stderr).toContain('File "execution.py", line 18');
    });

    it('calc refuses an operator outside its list, by name (A-057)', async () => {
      expect(await room.run('calc', { a: 1, op: '%', b: 2 })).toMatchObject({
        success: false,
        error: '参数 op：必须是以下值之一："+", "-", "*", "/"',
        canRetry: true,
      });
    });

    it.each([
      [{}, '你好！'],
      [{ name: null }, '你好！'],
      [{ name: '' }, '你好！'],
      [{ name: '  小明 ' }, '你好，小明！'],
      [{ name: "{__import__('os').getpid()}" }, "你好，{__import__('os').getpid()}！"],
      [{ name: "x'+str(1+1)+'" }, "你好，x'+str(1+1)+'！"],
    ])('greet %j says %s (A-100, E.1)', async (given, said) => {
      expect((await room.run('greet', given)).output).toBe(`${said}\n`);
    });

    it.each([
      '',
      "it's",
      '"""',
      'a\nb\r\nc',
      '{x}{{y}}',
      '\\',
      '\\n',
      '汉字🙂',
      '\u2028\u202e\u0000',
    ])('echo gives %j back unchanged (A-099)', async (text) => {
      expect((await room.run('echo', { text })).output).toBe(`${text}\n`);
    });

    it.each([
      ["it's", 4],
      ['汉字🙂', 3],
      ['a\nb', 3],
      ['\\', 1],
    ])('text_len of %j is %i (A-102, E.1)', async (text, length) => {
      expect(await room.run('text_len', { text })).toMatchObject({
        success: true,
        message: `[text_len] 字符数: ${length}`,
      });
    });
  });

  describe('the template', () => {
    it('fails on the single-brace ops table and says what to write (A-042, A-043, A-106)', async () => {
      const result = await run("import operator\nops = {'+': operator.add}\n");
      expect(result).toMatchObject({
        success: false,
        error: '缺少必填参数: "\'+\'"',
        missing: "'+'",
        canRetry: false,
      });
      expect(result.hint).toContain('第 2 行');
      expect(result.hint).toContain('{{');
    });

    it('works with the doubled-brace ops table (A-042)', async () => {
      const code = "import operator\nops = {{'+': operator.add}}\nprint(ops['+'](1, 2))";
      expect(await printed(code)).toBe('3\n');
    });

    it.each([
      ['s = {1,2,3}', "缺少必填参数: '1,2,3'"],
      ['d = {k:v for k,v in x}', "缺少必填参数: 'k'"],
      ['d = { }', "缺少必填参数: ' '"],
    ])('%s fails with %s (A-043)', async (code, error) => {
      expect(await run(code)).toMatchObject({ success: false, error });
    });

    it.each([
      ['d = {}', 'Replacement index 0 out of range for positional args tuple'],
      ["print('a{}b'.format(1))", 'Replacement index 0 out of range for positional args tuple'],
      ['d = {0}', 'Replacement index 0 out of range for positional args tuple'],
      ['x = 1 }', "Single '}' encountered in format string"],
      ['x = {', "Single '{' encountered in format string"],
      ['x = {a', "expected '}' before end of string"],
      ['x = {a!z}', 'Unknown conversion specifier z'],
    ])('%s fails with %s (A-045)', async (code, reason) => {
      const result = await run(code, { a: 1 }, ['a']);
      expect(result).toMatchObject({
        success: false,
        error: `模板渲染失败: ${reason}`,
        return_code: null,
      });
    });

    it.each(['{a:>5}', '{a.__class__}', '{a[0]}', '{a!r:{a}}'])(
      'refuses %s (A-055, S-33)',
      async (field) => {
        const result = await run(`print('${field}')`, { a: 'x' }, ['a']);
        expect(result.error).toMatch(/^模板渲染失败: /);
      },
    );

    it('puts an unquoted string as a literal (A-050)', async () => {
      expect(await printed('name = {name}\nprint(name)', { name: '小明' }, ['name'])).toBe(
        '小明\n',
      );
    });

    it('hands JSON text to json.loads (A-053)', async () => {
      const code = 'import json\nprint(json.loads({name_json}))';
      expect(await printed(code, { name_json: '"小明"' }, ['name_json'])).toBe('小明\n');
    });

    it('keeps a comment a comment (A-054)', async () => {
      const code = "# {text}\nprint('done')";
      expect(await printed(code, { text: "x\nprint('second')" }, ['text'])).toBe('done\n');
    });

    it('leaves f-string braces to Python and binds parameters beforehand (A-052, A-053)', async () => {
      expect(await printed("print(f'{{x}} {x}')", { x: 1 }, ['x'])).toBe('1 1\n');
      expect(await printed("print(PARAMS['x'], x)", '{"x": 12345678901234567890}', ['x'])).toBe(
        '12345678901234567890 12345678901234567890\n',
      );
    });

    it('writes lists, objects, false and null as Python does (A-050)', async () => {
      const given = { l: [1, 'a', null], o: { k: true }, t: false, n: null };
      const output = await printed('print({l},{o},{t},{n})', given, ['l', 'o', 't', 'n']);
      expect(output).toBe("[1, 'a', None] {'k': True} False None\n");
    });

    it('carries a script of 200,000 characters (A-060)', async () => {
      expect(
        await printed(
          `x = '{a}'\n# ${'y'.repeat(1000)}\nprint(len(x))`,
          { a: 'z'.repeat(200_000) },
          ['a'],
        ),
      ).toBe('200000\n');
    });

    it('shows the lines of the template in a traceback (A-107)', async () => {
      const result = await run("x = '{a}'\n\nraise ValueError(x)", { a: 'one\ntwo\nthree' }, ['a']);
      expect(result.stderr).toContain('File "execution.py", line 3');
      expect(result.error).toMatch(/^命令执行失败 \(返回码: 1\)/);
    });

    it("tells Python's own words about a broken script (A-048)", async () => {
      const result = await run('print(');
      expect(result).toMatchObject({
        success: false,
        status: 'error',
        return_code: 1,
        canRetry: false,
      });
      expect(result.error).toContain('SyntaxError');
    });
  });

  describe('limits', () => {
    it('ends an endless loop after its time and keeps what it printed (A-063)', async () => {
      room.add('loop', {
        'definition.json': '{"id": "loop", "timeout": 1}',
        'execution.py': "print('begun')\nwhile True: pass",
      });
      expect(await room.run('loop')).toMatchObject({
        success: false,
        status: 'timeout',
        output: 'begun\n',
        message: '命令执行超时 (1秒)',
        timeout: 1,
        return_code: null,
      });
    });

    it('keeps 10,000 of a million characters (A-065)', async () => {
      const result = await run("print('A' * 1000000)");
      expect(result).toMatchObject({ success: true, truncated: true, output_chars: 1_000_001 });
      expect(result.output).toBe('A'.repeat(10_000));
    });

    it('runs the smallest tool there is (A-113)', async () => {
      room.add('x', { 'definition.json': '{"id":"x"}', 'execution.py': 'print(1)' });
      expect(await room.run('x')).toMatchObject({
        success: true,
        output: '1\n',
        message: '1',
        timeout: 30,
      });
    });

    it('fails for the counter-example bad_schema with the missing parameter (A-037, A-103)', async () => {
      const { readFileSync } = await import('node:fs');
      const fixture = (name: string) =>
        readFileSync(`${__dirname}/../../fixtures/custom-tools/bad_schema/${name}`);
      room.add('bad_schema', {
        'definition.json': fixture('definition.json'),
        'execution.py': fixture('execution.py'),
      });
      expect(await room.run('bad_schema', {})).toMatchObject({
        success: false,
        error: "缺少必填参数: 'text'",
      });
    });
  });

  describe('the return layer (E.2)', () => {
    it('is not needed', async () => {
      expect(await run("print('hi')")).toMatchObject({ message: 'hi', output: 'hi\n' });
      expect((await run('pass')).message).toBe('已执行自定义工具');
    });

    it('cuts (A-071)', async () => {
      expect(await run("print('abcdef')", {}, [], { truncate: 3 })).toMatchObject({
        message: 'abc',
        output: 'abc',
        truncated: true,
        output_chars: 7,
      });
    });

    it('ignores a template with an unknown variable (A-074)', async () => {
      expect((await run('print(1)', {}, [], { template: '结果={result}' })).message).toBe('1');
    });

    it('speaks for a run that failed, too (A-076)', async () => {
      const layer = { template: '{tool_id}:{return_code}:{output}' };
      const result = await run("print('x')\nimport sys\nsys.exit(2)", {}, [], layer);
      expect(result).toMatchObject({
        success: false,
        output: 'x\n',
        return_code: 2,
        error: '命令执行失败 (返回码: 2)',
      });
      expect(result.message).toBe(`${result.tool_id}:2:x`);
    });

    it('halves doubled braces, ignores a truncate that is no number', async () => {
      expect((await run('print(1)', {}, [], { template: '{{{output}}}' })).message).toBe('{1}');
      expect((await run("print('abc')", {}, [], { truncate: true })).output).toBe('abc\n');
      const template = '[tool_id={tool_id}] 输出: {output}';
      const result = await run("print('o')\nimport sys\nprint('e', file=sys.stderr)", {}, [], {
        truncate: 2000,
        template,
      });
      expect(result.message).toBe(`[tool_id=${result.tool_id}] 输出: o\ne`);
    });
  });
});
