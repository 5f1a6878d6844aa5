import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CustomToolSecret } from '@/bundles/custom-tools/secrets/custom-tool-secret.entity';
import { ToolSecretsRepository } from '@/bundles/custom-tools/secrets/secrets.repository';
import { requireAll, ToolSecrets } from '@/bundles/custom-tools/secrets/tool-secrets.service';
import { readConfig } from '@/foundation/config/config';
import { SecretBox } from '@/foundation/secrets/secret-box';
import type { AuditService, Deed } from '@/people/audit/audit.service';
import { FixedClock } from '../../support/fixed-clock';
import { openTestDatabase, type TestDatabase } from '../../support/test-database';
import { anAdmin } from './callers';

const probe = (...secrets: string[]) => ({ id: 'probe', secrets });

describe('the secrets of a tool', () => {
  let opened: TestDatabase;
  let folder: string;
  let secrets: ToolSecrets;
  let deeds: Deed[];

  beforeAll(async () => {
    opened = await openTestDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'toolyard-secrets-'));
  });
  afterAll(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });
  beforeEach(async () => {
    deeds = [];
    const box = new SecretBox(readConfig({ DATA_DIR: folder }));
    await box.onModuleInit();
    const audit = { record: (_: unknown, deed: Deed) => Promise.resolve(void deeds.push(deed)) };
    secrets = new ToolSecrets(
      new ToolSecretsRepository(opened.database),
      box,
      audit as unknown as AuditService,
      new FixedClock(),
    );
    await secrets.forget('probe');
  });

  const sealedRows = () => opened.database.rows(CustomToolSecret).find();

  it('are given to the call by name, and lie encrypted in the database (S-16)', async () => {
    await secrets.set(anAdmin(), 'probe', 'API_KEY', 'sk-very-secret');
    await secrets.set(anAdmin(), 'probe', 'UNUSED', 'not for this call');
    const { values, mask } = await secrets.forCall(probe('API_KEY'));
    expect(values).toEqual({ API_KEY: 'sk-very-secret' });
    expect(mask.text('key: sk-very-secret')).toBe('key: •••');
    expect(JSON.stringify(await sealedRows())).not.toMatch(/very-secret|not for/);
  });

  it('never come back in a list or in the audit', async () => {
    await secrets.set(anAdmin(), 'probe', 'OLD_KEY', 'sk-very-secret');
    expect(await secrets.list('probe', ['NEW_KEY'])).toEqual([
      { name: 'NEW_KEY', hasValue: false, isNamed: true, updatedAt: null },
      { name: 'OLD_KEY', hasValue: true, isNamed: false, updatedAt: '2026-01-05T08:00:00.000Z' },
    ]);
    await secrets.remove(anAdmin(), 'probe', 'OLD_KEY');
    expect(deeds).toEqual([
      { action: 'custom_tool.secret_set', subject: 'probe', facts: { name: 'OLD_KEY' } },
      { action: 'custom_tool.secret_delete', subject: 'probe', facts: { name: 'OLD_KEY' } },
    ]);
    await expect(secrets.remove(anAdmin(), 'probe', 'OLD_KEY')).rejects.toMatchObject({
      code: 'custom_tool_secret_not_found',
    });
  });

  it('stop a call that lacks one before it begins, and name it', async () => {
    await secrets.set(anAdmin(), 'probe', 'FIRST', 'first value');
    const given = await secrets.forCall(probe('FIRST', 'SECOND'));
    expect(() => requireAll(given)).toThrow(expect.objectContaining({ secret: 'SECOND' }));
    expect(given.mask.text('first value')).toBe('•••');
  });

  it('are new at the next call, and make another revision', async () => {
    await secrets.set(anAdmin(), 'probe', 'KEY', 'first value');
    const first = await secrets.forCall(probe('KEY'));
    expect(await secrets.forCall(probe('KEY'))).toBe(first);
    await secrets.set(anAdmin(), 'probe', 'KEY', 'second value');
    const second = await secrets.forCall(probe('KEY'));
    expect(second.values).toEqual({ KEY: 'second value' });
    expect(second.revision).not.toBe(first.revision);
  });

  it('are worth nothing in the row of another tool or name', async () => {
    await secrets.set(anAdmin(), 'probe', 'KEY', 'of the probe');
    const [row] = await sealedRows();
    await opened.database.rows(CustomToolSecret).save({ ...row!, toolId: 'thief' });
    await opened.database.rows(CustomToolSecret).save({ ...row!, name: 'OTHER' });
    const refused = { code: 'secret_unreadable' };
    await expect(secrets.forCall({ id: 'thief', secrets: ['KEY'] })).rejects.toMatchObject(refused);
    await expect(secrets.forCall(probe('OTHER'))).rejects.toMatchObject(refused);
    await secrets.forget('thief');
  });

  it.each([
    ['lower', 'long enough'],
    ['1KEY', 'long enough'],
    ['__proto__', 'long enough'],
    ['KEY', 'abc'],
    ['KEY', 'a\u0000bcd'],
    ['KEY', 'abcd\ud800'],
    ['KEY', 'a'.repeat(8193)],
  ])('refuse %j = %j', async (name, value) => {
    await expect(secrets.set(anAdmin(), 'probe', name, value)).rejects.toMatchObject({
      code: 'custom_tool_secret_refused',
    });
    expect(await secrets.list('probe', [])).toEqual([]);
  });
});
