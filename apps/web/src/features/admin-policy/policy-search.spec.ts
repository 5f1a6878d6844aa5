import type { PolicyCategory, PolicyTool } from '@contract/policy';
import { searchPolicy } from './policy-search';

const tool = (name: string, description = '') => ({ name, description }) as PolicyTool;
const category = (id: string, tools: PolicyTool[]) => ({ id, tools }) as PolicyCategory;
const all = [
  category('custom', [tool('calc', 'Adds two numbers'), tool('echo', '原样返回文本')]),
  category('read', [tool('read_file', 'Reads a file')]),
  category('network', []),
];
const namesOf = (found: PolicyCategory[]) =>
  found.map(({ id, tools }) => [id, tools.map((one) => one.name)]);

describe('searchPolicy', () => {
  it('keeps every category, empty ones too, without a search (A-089)', () => {
    expect(searchPolicy(all, '  ')).toEqual(all);
  });

  it('finds tools by words of name and description in any order and case', () => {
    expect(namesOf(searchPolicy(all, 'NUMBERS calc'))).toEqual([['custom', ['calc']]]);
    expect(namesOf(searchPolicy(all, '文本'))).toEqual([['custom', ['echo']]]);
    expect(namesOf(searchPolicy(all, 'a'))).toEqual([
      ['custom', ['calc']],
      ['read', ['read_file']],
    ]);
  });

  it('leaves out categories where nothing matches', () => {
    expect(searchPolicy(all, 'nothing like it')).toEqual([]);
  });
});
