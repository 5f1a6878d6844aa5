import type { WorkshopTool } from '@contract/workshop';
import { failureShare, hasNewDraft, isWider, standingOf } from './tool-state';

const tool = (part: { invalid?: boolean; published?: number; draft?: number; paused?: boolean }) =>
  ({
    tool: { invalid: part.invalid ?? false },
    published: part.published ? { number: part.published } : null,
    draft: part.draft ? { number: part.draft } : null,
    state: { isPaused: part.paused ?? false },
  }) as WorkshopTool;

describe('how a tool stands', () => {
  it('says the most pressing thing first', () => {
    expect(standingOf(tool({ published: 1 }))).toBe('published');
    expect(standingOf(tool({ published: 1, paused: true }))).toBe('paused');
    expect(standingOf(tool({ published: 1, paused: true, invalid: true }))).toBe('invalid');
    expect(standingOf(tool({ draft: 1 }))).toBe('draft');
  });

  it('does not call a draft that is being written broken', () => {
    expect(standingOf(tool({ draft: 1, invalid: true }))).toBe('draft');
  });

  it('knows when something waits to be published', () => {
    expect(hasNewDraft(tool({ published: 1, draft: 2 }))).toBe(true);
    expect(hasNewDraft(tool({ draft: 2 }))).toBe(false);
    expect(hasNewDraft(tool({ published: 1 }))).toBe(false);
  });
});

describe('opening a tool', () => {
  it('needs a second look only when more people would see it', () => {
    expect(isWider('everyone', 'admins')).toBe(true);
    expect(isWider({ groups: ['a'] }, 'admins')).toBe(true);
    expect(isWider({ groups: ['a', 'b'] }, { groups: ['a'] })).toBe(true);
    expect(isWider({ groups: ['a'] }, { groups: ['a', 'b'] })).toBe(false);
    expect(isWider({ groups: ['a'] }, 'everyone')).toBe(false);
    expect(isWider('admins', 'everyone')).toBe(false);
  });
});

describe('the share of failures', () => {
  it('is whole percent', () => {
    expect(failureShare({ calls: 3, failures: 1 })).toBe(33);
    expect(failureShare({ calls: 0, failures: 0 })).toBeNull();
  });
});
