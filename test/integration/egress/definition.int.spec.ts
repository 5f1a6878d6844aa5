import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { TryEvent, TryResult } from '@/contract/workshop';
import { WholeServer } from '../../support/whole-server';

const CODE = `import urllib.request, urllib.error
try:
    print(urllib.request.urlopen({address}).read().decode())
except urllib.error.URLError as problem:
    print(problem)
`;

describe('a definition that names hosts', () => {
  const outside = createServer((_, answer) => answer.end('reached'));
  let server: WholeServer;
  let port: number;

  beforeAll(async () => {
    outside.listen(0, '127.0.0.1');
    await once(outside, 'listening');
    port = (outside.address() as AddressInfo).port;
    const EGRESS_PRIVATE_ADDRESSES = `localhost:${port}`;
    server = await WholeServer.start({ CUSTOM_TOOL_DIR: '', EGRESS_PRIVATE_ADDRESSES });
    put('reaches', [`localhost:${port}`]);
    put('private', [`localhost:${port + 1}`]);
    put('alone');
  });
  afterAll(async () => {
    await server?.close();
    outside.close();
  });

  const put = (id: string, network?: string[]) => {
    const folder = path.join(server.dataDir, 'custom_tools', id);
    const address = { type: 'string', description: 'where to' };
    const parameters = { type: 'object', properties: { address }, required: ['address'] };
    const definition = { id, description: 'asks', parameters, ...(network && { network }) };
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'definition.json'), JSON.stringify(definition));
    writeFileSync(path.join(folder, 'execution.py'), CODE);
  };

  const outputOf = async (id: string, address: string): Promise<string> => {
    const admin = await server.admin();
    const place = `/api/admin/workshop/tools/${id}/try`;
    const body = { version: null, arguments: { address } };
    const lines = (await (await admin.request('POST', place, body)).text()).trimEnd().split('\n');
    const end = JSON.parse(lines.at(-1) ?? '') as Extract<TryEvent, { type: 'end' }>;
    const { raw_output: output, message }: TryResult = end.result;
    return (output || message).trim();
  };

  it('lets its tool reach them, a private one when the operator lists it too', async () => {
    expect(await outputOf('reaches', `http://localhost:${port}/`)).toBe('reached');
  });

  it('lets its tool reach nothing else, and the traceback says why', async () => {
    expect(await outputOf('reaches', 'https://example.org/')).toContain(
      "403 host_not_allowed: example.org:443 is not among the tool's allowed hosts",
    );
    expect(await outputOf('private', `https://localhost:${port + 1}/`)).toContain(
      `403 private_address: localhost:${port + 1} leads to a private address`,
    );
    expect(await outputOf('alone', `http://localhost:${port}/`)).toContain('Connection refused');
  });
});
