import { randomUUID } from 'node:crypto';
import type { ToolView } from '@/contract/tools';
import type { RunEvent } from '@/contract/chat';
import { connectModel } from '../support/configured-model';
import { UpstreamProcess } from '../support/upstream-process';
import type { Visitor } from '../support/visitor';
import { WholeServer } from '../support/whole-server';

const UNKNOWN = { status: 'error', message: '未找到自定义工具: team_tool' };

describe('a tool that is open to a group', () => {
  let server: WholeServer;
  let upstream: UpstreamProcess;
  let admin: Visitor;
  let member: Visitor;
  let stranger: Visitor;
  let memberId: string;
  let groupId: string;
  let model: string;

  beforeAll(async () => {
    [server, upstream] = await Promise.all([
      WholeServer.start({ CUSTOM_TOOL_DIR: '', CONTAINER_STOCK: '1' }),
      UpstreamProcess.start(),
    ]);
    admin = await server.admin();
    model = await connectModel(admin, upstream.url);
    [member, stranger] = [
      await server.user('in@example.org'),
      await server.user('out@example.org'),
    ];
    memberId = (await member.get<{ id: string }>('/api/auth/me')).id;
    groupId = (await admin.post<{ id: string }>('/api/admin/groups', { name: 'Support' })).id;
    await setMembers([memberId]);
    await admin.post('/api/admin/custom-tools', {
      id: 'team_tool',
      dangerous: false,
      description: 'For one team.',
      parameters: { type: 'object', properties: {} },
      audience: { groups: ['Support'] },
      execution_code: 'print("hello team")\n',
    });
  });

  afterAll(async () => {
    await upstream?.stop();
    await server?.close();
  });

  const setMembers = (userIds: string[]) =>
    admin.request('PUT', `/api/admin/groups/${groupId}/members`, { userIds });
  const open = (openedTo: unknown) =>
    admin.patch('/api/admin/workshop/tools/team_tool/state', { openedTo });
  const toolsOf = async (visitor: Visitor) =>
    (await visitor.get<{ items: ToolView[] }>('/api/tools')).items.map(({ name }) => name);
  const outcomeOf = (events: readonly RunEvent[]) =>
    events.flatMap((event) => (event.type === 'tool_call_end' ? [event.outcome] : []))[0];
  /** By hand: a model that is not offered the tool would not call it. */
  const call = async (visitor: Visitor) => {
    const body = { clientRequestId: randomUUID(), tool: 'team_tool', arguments: '{}' };
    const { events } = await visitor.follow(await visitor.send('tool.call', body));
    return outcomeOf(events);
  };

  it('is nobody’s but administrators’ until one of them confirms it (A-023, A-024)', async () => {
    expect(await toolsOf(member)).not.toContain('team_tool');
    expect(await toolsOf(admin)).toContain('team_tool');
  });

  it('is then seen and called by its people, and to all others it does not exist', async () => {
    await open({ groups: ['Support'] });
    expect(await toolsOf(member)).toContain('team_tool');
    expect(await toolsOf(stranger)).not.toContain('team_tool');
    const inside = await member.ask('call team_tool {}', model);
    expect(outcomeOf(inside.events)).toMatchObject({ status: 'completed', message: 'hello team' });
    expect(await call(stranger)).toMatchObject(UNKNOWN);
  });

  it('is lost with the membership at the next call, and by a demoted administrator who never had one (S-09)', async () => {
    await setMembers([]);
    expect(await toolsOf(member)).not.toContain('team_tool');
    expect(await call(member)).toMatchObject(UNKNOWN);

    await admin.patch(`/api/admin/users/${memberId}`, { role: 'admin' });
    expect(await toolsOf(member)).toContain('team_tool');
    await admin.patch(`/api/admin/users/${memberId}`, { role: 'user' });
    expect(await toolsOf(member)).not.toContain('team_tool');
  });

  it('goes back to administrators when the group is gone, and with another name', async () => {
    await setMembers([memberId]);
    expect(await toolsOf(member)).toContain('team_tool');
    await admin.patch(`/api/admin/groups/${groupId}`, { name: 'Helpdesk' });
    expect(await toolsOf(member)).not.toContain('team_tool');
    await admin.patch(`/api/admin/groups/${groupId}`, { name: 'Support' });
    expect(await toolsOf(member)).toContain('team_tool');
    await admin.remove(`/api/admin/groups/${groupId}`);
    expect(await toolsOf(member)).not.toContain('team_tool');
  });
});
