import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import type { CustomToolFileName } from '@contract/tools';
import { placeholderRules } from './placeholder-marks';
import { completeTool } from './tool-completion';

/** What is offered where `|` stands, as text that would be inserted. */
function offered(file: CustomToolFileName, text: string, isExplicit = false): string[] {
  const at = text.indexOf('|');
  const state = EditorState.create({
    doc: text.replace('|', ''),
    extensions: placeholderRules.of({ file, declared: ['amount', 'unit'] }),
  });
  const found = completeTool(new CompletionContext(state, at, isExplicit));
  return (found?.options ?? []).map(({ apply, label }) =>
    typeof apply === 'string' ? apply : label,
  );
}

describe('completion in the files of a tool', () => {
  it('offers the parameters after an opening brace and closes it once', () => {
    expect(offered('execution.py', 'x = {|')).toEqual(['amount}', 'unit}']);
    expect(offered('execution.py', 'x = {am|}')).toEqual(['amount', 'unit']);
  });

  it('offers no parameter inside a dict, but does inside a value of one', () => {
    expect(offered('execution.py', 'x = {{|')).toEqual([]);
    expect(offered('execution.py', 'x = {{{|')).toEqual(['amount}', 'unit}']);
  });

  it('offers a whole placeholder when asked, or for a word being typed', () => {
    expect(offered('execution.py', 'print(|)')).toEqual([]);
    expect(offered('execution.py', 'print(|)', true)).toEqual(['{amount}', '{unit}']);
    expect(offered('execution.py', 'print(am|)')).toEqual(['{amount}', '{unit}']);
  });

  it('offers the variables of the return layer in its template only', () => {
    expect(offered('return.json', '{"template": "[{|"}')).toContain('tool_id}');
    expect(offered('return.json', '{|')).toEqual([]);
    expect(offered('return.json', '{"te|"}')).toContain('template');
  });

  it('offers the keys of each file between quotes', () => {
    expect(offered('definition.json', '{"|"}')).toContain('parameters');
    expect(offered('tests.json', '{"|"}')).toContain('cases');
  });
});
