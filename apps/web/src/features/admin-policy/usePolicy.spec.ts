import { QueryClient, VueQueryPlugin } from '@tanstack/vue-query';
import type { PlacementBody, PolicyTool, PolicyView } from '@contract/policy';
import { createApp, effectScope, type EffectScope } from 'vue';
import { ApiError } from '@web/lib/api-error';
import { usePolicy, type PolicyCalls } from './usePolicy';

const calc = { name: 'calc', homeCategory: 'custom' } as PolicyTool;

/** The server's rule in memory: one placement per tool, to be removed before the next. */
class FakePolicy implements PolicyCalls {
  placedIn: string | null = null;
  asked: string[] = [];

  view = (): Promise<PolicyView> => {
    const here = this.placedIn ?? 'custom';
    const categories = ['custom', 'read', 'execute'].map((id) => ({
      id,
      name: id.toUpperCase(),
      description: '',
      tools: id === here ? [calc] : [],
    }));
    const defaults = { dangerous: 'allow', safe: 'allow' } as const;
    const document = { rules: [], defaults, placements: {} };
    return Promise.resolve({ version: 1, document, categories });
  };

  place = ({ category }: PlacementBody): Promise<PolicyView> => {
    this.asked.push(`place ${category}`);
    if (this.placedIn) {
      const error = `工具 calc 已在分类 ${this.placedIn} 中，请先移除后再分配`;
      const body = { error, code: 'tool_already_placed', canRetry: false };
      return Promise.reject(new ApiError(body, 409));
    }
    this.placedIn = category;
    return this.view();
  };

  unplace = (tool: string): Promise<PolicyView> => {
    this.asked.push(`unplace ${tool}`);
    this.placedIn = null;
    return this.view();
  };
}

let scope: EffectScope;
beforeEach(() => (scope = effectScope()));
afterEach(() => scope.stop());

async function open(server = new FakePolicy()) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const app = createApp({}).use(VueQueryPlugin, { queryClient });
  const policy = app.runWithContext(() => scope.run(() => usePolicy(server)));
  if (!policy) throw new Error('the scope is closed');
  await policy.query.refetch();
  const whereIsCalc = () =>
    policy.query.data.value?.categories.find(({ tools }) => tools.includes(calc))?.id;
  return { server, policy, whereIsCalc };
}

describe('usePolicy', () => {
  it('moves a tool and shows it there at once (A-091)', async () => {
    const { policy, whereIsCalc } = await open();
    expect(await policy.move('calc', 'read')).toBe(true);
    expect(whereIsCalc()).toBe('read');
    expect(policy.busyTool.value).toBeNull();
  });

  it('keeps the refusal of a second placement as the server put it (A-092)', async () => {
    const { policy, whereIsCalc } = await open();
    await policy.move('calc', 'read');
    expect(await policy.move('calc', 'execute')).toBe(false);
    expect(policy.refused.value).toMatchObject({ tool: 'calc', category: 'execute' });
    expect(policy.refused.value?.error.error).toBe('工具 calc 已在分类 read 中，请先移除后再分配');
    expect(whereIsCalc()).toBe('read');
  });

  it('removes and assigns in one go when asked to', async () => {
    const { server, policy, whereIsCalc } = await open();
    await policy.move('calc', 'read');
    await policy.move('calc', 'execute');
    expect(await policy.removeThenMove('calc', 'execute')).toBe(true);
    expect(server.asked.slice(-2)).toEqual(['unplace calc', 'place execute']);
    expect(whereIsCalc()).toBe('execute');
    expect(policy.refused.value).toBeNull();
  });

  it('does not place a tool where it is at home', async () => {
    const { server, policy } = await open();
    await policy.move('calc', 'read');
    expect(await policy.removeThenMove('calc', 'custom')).toBe(true);
    expect(server.asked.at(-1)).toBe('unplace calc');
  });

  it('sends a tool home and names categories in words', async () => {
    const { policy, whereIsCalc } = await open();
    await policy.move('calc', 'read');
    expect(await policy.sendHome(calc)).toBe(true);
    expect(whereIsCalc()).toBe('custom');
    expect([policy.nameOf('custom'), policy.nameOf('gone')]).toEqual(['CUSTOM', 'gone']);
  });
});
