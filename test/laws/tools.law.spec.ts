import { TOOL_CATEGORIES } from '@/people/policy/tool-categories';
import { RegistryService } from '@/tools/registry/registry.service';
import { aCaller } from '../support/fake-tools';
import { WholeServer } from '../support/whole-server';

describe('every tool of the house', () => {
  let server: WholeServer;

  beforeAll(async () => {
    server = await WholeServer.start();
  });

  afterAll(() => server?.close());

  it('has a name every provider accepts, a category, a description and an object schema (D-019)', async () => {
    const [admin] = await server.opened.database.query<{ id: string }>('SELECT id FROM users');
    const tools = await server.get(RegistryService).listAll(aCaller({ userId: admin?.id ?? '' }));
    expect(tools.map(({ name }) => name)).toEqual(['calc', 'echo', 'greet', 'text_len']);
    for (const tool of tools) {
      expect(tool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(Object.keys(TOOL_CATEGORIES)).toContain(tool.category);
      expect(tool.description.length).toBeGreaterThan(0);
      expect(tool.inputSchema).toMatchObject({ type: 'object' });
    }
  });
});
