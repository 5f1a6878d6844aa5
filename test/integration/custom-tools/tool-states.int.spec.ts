import { barredReason } from '@/people/policy/decision';
import type { Audience } from '@/contract/workshop';
import type { CustomTool } from '@/bundles/custom-tools/folder/custom-tool';
import { closedAgain, pausedItself } from '@/bundles/custom-tools/states/state-notices';
import { ToolStatesRepository } from '@/bundles/custom-tools/states/tool-states.repository';
import {
  audienceMarks,
  openAudience,
  pausedReasonOf,
  ToolStates,
} from '@/bundles/custom-tools/states/tool-states.service';
import { readConfig } from '@/foundation/config/config';
import type { EventBus } from '@/foundation/events/event-bus';
import { Log } from '@/foundation/logging/log';
import type { AuditService, Deed } from '@/people/audit/audit.service';
import { FixedClock } from '../../support/fixed-clock';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';
import { anAdmin } from './callers';

const asking = (audience: Audience): CustomTool =>
  ({ id: 'probe', audience }) as unknown as CustomTool;

/** As the policy answers for somebody who is no administrator. */
const isAudienceOf = (audience: Audience, groups: string[]): boolean => {
  const person = { userId: 'u', groups: groups.map((name) => ({ id: name, name })) };
  const tool = { name: 'probe', category: 'custom', dangerous: false, ...audienceMarks(audience) };
  return barredReason({ ...person, role: 'user' }, tool) === null;
};

describe('the state of a tool', () => {
  let opened: TestDatabase;
  let states: ToolStates;
  let deeds: Deed[];
  let published: object[];

  beforeAll(async () => void (opened = await openTestDatabase()));
  afterAll(() => opened.close());
  beforeEach(async () => {
    deeds = [];
    published = [];
    const audit = { record: (_: unknown, deed: Deed) => Promise.resolve(void deeds.push(deed)) };
    const events = { publish: (event: object) => void published.push(event) };
    states = new ToolStates(
      new ToolStatesRepository(opened.database),
      audit as unknown as AuditService,
      events as unknown as EventBus,
      new FixedClock(),
      new Log(readConfig({ LOG_LEVEL: 'silent' })),
    );
    await states.forget('probe');
  });

  it('is in use and for administrators until somebody says otherwise', async () => {
    expect(await states.find('probe')).toMatchObject({ isPaused: false, openedTo: 'admins' });
    expect((await states.listAll())('probe')).toEqual(await states.find('probe'));
    expect(openAudience(asking('everyone'), await states.find('probe'))).toBe('admins');
  });

  it('changes only what is named, and the audit says who did it', async () => {
    await states.update(anAdmin(), 'probe', { openedTo: 'everyone', autoPauseAfter: 3 });
    await states.update(anAdmin(), 'probe', { isPaused: true });
    const found = await states.find('probe');
    expect(found).toMatchObject({ isPaused: true, openedTo: 'everyone', autoPauseAfter: 3 });
    expect(pausedReasonOf(found, 'en')).toBeNull();
    expect(deeds).toEqual([
      expect.objectContaining({
        action: 'custom_tool.state',
        subject: 'probe',
        facts: { openedTo: 'everyone', autoPauseAfter: 3 },
      }),
      expect.objectContaining({ facts: { isPaused: true } }),
    ]);
  });

  it('pauses itself once, says why, and forgives when it is resumed', async () => {
    await states.pauseItself('probe', 9);
    expect((await states.find('probe')).isPaused).toBe(false);
    await states.update(anAdmin(), 'probe', { autoPauseAfter: 3 });
    await states.pauseItself('probe', 2);
    expect((await states.find('probe')).isPaused).toBe(false);
    await Promise.all([states.pauseItself('probe', 3), states.pauseItself('probe', 3)]);
    expect(published).toEqual([pausedItself('probe', 3)]);
    expect(pausedReasonOf(await states.find('probe'), 'en')).toMatchObject({
      code: 'custom_tool_keeps_failing',
      error: 'It failed 3 times in a row.',
    });
    const resumed = await states.update(anAdmin(), 'probe', { isPaused: false });
    expect(resumed).toMatchObject({ isPaused: false, pausedAfterFailures: null });
    expect(resumed.failuresCountFrom).toEqual(new FixedClock().now());
  });

  it('is closed by another audience in the files, and naming the old one again does not open it (A-024)', async () => {
    const seen = await states.update(anAdmin(), 'probe', { openedTo: 'everyone' });
    expect(openAudience(asking('everyone'), seen)).toBe('everyone');
    await states.closeWhenChanged(asking('everyone'), seen);
    expect(published).toEqual([]);
    await states.closeWhenChanged(asking({ groups: ['a'] }), seen);
    expect(published).toEqual([closedAgain('probe')]);
    expect(openAudience(asking('everyone'), await states.find('probe'))).toBe('admins');
  });

  it('is open to who is in one of the confirmed groups, and to nobody else (A-024)', async () => {
    const audience = { groups: ['research', 'support'] };
    const confirmed = await states.update(anAdmin(), 'probe', { openedTo: audience });
    const open = openAudience(asking({ groups: ['support', 'research'] }), confirmed);
    expect(isAudienceOf(open, ['support'])).toBe(true);
    expect(isAudienceOf(open, ['sales'])).toBe(false);
    expect(isAudienceOf(open, [])).toBe(false);
    expect(openAudience(asking({ groups: ['sales'] }), confirmed)).toBe('admins');
    expect([isAudienceOf('everyone', []), isAudienceOf('admins', ['support'])]).toEqual([
      true,
      false,
    ]);
  });

  it('does not close what an administrator opened anew in between', async () => {
    const seen = await states.update(anAdmin(), 'probe', { openedTo: { groups: ['a'] } });
    await states.update(anAdmin(), 'probe', { openedTo: 'everyone' });
    await states.closeWhenChanged(asking('everyone'), seen);
    expect((await states.find('probe')).openedTo).toBe('everyone');
  });

  it('names no row without an id (S-06)', async () => {
    for (const nothing of [undefined, null, '', 5]) {
      await expect(states.forget(nothing as never)).rejects.toMatchObject({ code: 'not_found' });
      await expect(states.pauseItself(nothing as never, 1)).rejects.toMatchObject({
        code: 'not_found',
      });
    }
  });
});
