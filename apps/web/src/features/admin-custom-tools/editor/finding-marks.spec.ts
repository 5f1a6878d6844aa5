import { EditorState } from '@codemirror/state';
import type { Finding } from '@contract/workshop';
import { diagnosticsOf, repairAt, repairOf } from './finding-marks';

const finding = (from: number, to: number, line: number, insert?: string): Finding => ({
  ...{ file: 'execution.py', from, to, line, column: 1, severity: 'error' },
  ...{ rule: 'unescaped_braces', message: 'Double the braces.' },
  repair: insert === undefined ? null : { label: 'Double', edits: [{ from, to, insert }] },
});

const stateOf = (doc: string) => EditorState.create({ doc });

describe('findings in the editor', () => {
  it('never point outside the text', () => {
    const [mark] = diagnosticsOf([finding(3, 90, 1)], 'abcd', () => undefined);
    expect([mark?.from, mark?.to]).toEqual([3, 4]);
  });

  it('carry their repair as an action', () => {
    const taken: Finding[] = [];
    const one = finding(0, 1, 1, '{{');
    const [mark] = diagnosticsOf([one], '{', (found) => taken.push(found));
    mark?.actions?.[0]?.apply(undefined as never, 0, 1);
    expect(taken).toEqual([one]);
  });

  it('are repaired in one step', () => {
    const state = stateOf('x = {1}');
    const both = finding(4, 7, 1);
    both.repair = {
      label: 'Double',
      edits: [
        { from: 4, to: 5, insert: '{{' },
        { from: 6, to: 7, insert: '}}' },
      ],
    };
    expect(state.update(repairOf(both, state.doc)!).newDoc.toString()).toBe('x = {{1}}');
  });

  it('are not repaired in a text that became shorter meanwhile', () => {
    expect(repairOf(finding(0, 9, 1, ''), stateOf('x').doc)).toBeNull();
    expect(repairOf(finding(0, 1, 1), stateOf('x').doc)).toBeNull();
  });

  it('by key: this line first, then the next one, then from the top', () => {
    const { doc } = stateOf('a\nb\nc\nd');
    const [first, third] = [finding(0, 1, 1, 'x'), finding(4, 5, 3, 'x')];
    const all = [first, finding(2, 3, 2), third];
    expect(repairAt(all, 0, doc)).toBe(first);
    expect(repairAt(all, 2, doc)).toBe(third);
    expect(repairAt(all, 6, doc)).toBe(first);
    expect(repairAt([finding(0, 1, 1)], 0, doc)).toBeNull();
  });
});
