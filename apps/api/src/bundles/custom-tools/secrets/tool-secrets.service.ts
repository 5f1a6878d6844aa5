import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { SecretRow } from '@/contract/workshop';
import { Clock } from '@/foundation/clock/clock';
import type { Caller } from '@/foundation/http/caller';
import { SecretBox } from '@/foundation/secrets/secret-box';
import { SecretUnreadable } from '@/foundation/secrets/secrets.errors';
import { AuditService } from '@/people/audit/audit.service';
import { isSecretName } from '../folder/abilities';
import type { CustomTool } from '../folder/custom-tool';
import { callSecretsOf, NO_SECRETS, type CallSecrets } from './call-secrets';
import type { CustomToolSecret } from './custom-tool-secret.entity';
import {
  CustomToolSecretMissing,
  CustomToolSecretNotFound,
  CustomToolSecretRefused,
} from './secrets.errors';
import { ToolSecretsRepository } from './secrets.repository';
import { SHORTEST_SECRET } from './secret-spellings';

const LONGEST = 8192;
const MOST_KEPT = 50;

/** Values administrators gave to the names of a definition. They go into a call and nowhere else. */
@Injectable()
export class ToolSecrets {
  /** The last calls' secrets; opening them and building their mask is the slow part of a call. */
  private readonly kept = new Map<string, CallSecrets>();

  constructor(
    private readonly repository: ToolSecretsRepository,
    private readonly box: SecretBox,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  /** Those the definition names. The rows are read for every call, so that a change holds at once everywhere. */
  async forCall({ id, secrets: named }: Pick<CustomTool, 'id' | 'secrets'>): Promise<CallSecrets> {
    if (named.length === 0) return NO_SECRETS;
    const rows = (await this.repository.listOf(id)).filter(({ name }) => named.includes(name));
    const revision = revisionOf(id, named, rows);
    const known = this.kept.get(revision);
    if (known) return known;
    const values = await Promise.all(
      rows.map(async (row) => [row.name, await this.open(row)] as const),
    );
    const secrets = callSecretsOf(named, new Map(values), revision);
    this.keep(revision, secrets);
    return secrets;
  }

  /** The named ones in the order of the definition, then those that only have a value. */
  async list(toolId: string, named: readonly string[]): Promise<SecretRow[]> {
    const rows = await this.repository.listOf(toolId);
    const updatedAt = new Map(rows.map(({ name, updatedAt }) => [name, updatedAt.toISOString()]));
    return [...new Set([...named, ...updatedAt.keys()])].map((name) => ({
      name,
      hasValue: updatedAt.has(name),
      isNamed: named.includes(name),
      updatedAt: updatedAt.get(name) ?? null,
    }));
  }

  async set(caller: Caller, toolId: string, name: string, value: string): Promise<void> {
    if (!isSecretName(name)) throw new CustomToolSecretRefused(BAD_NAME);
    checkValue(value);
    const sealed = await this.box.seal(JSON.stringify([toolId, name, value]));
    await this.repository.save({ toolId, name, sealed, updatedAt: this.clock.now() });
    await this.record(caller, 'set', toolId, name);
  }

  async remove(caller: Caller, toolId: string, name: string): Promise<void> {
    if (!(await this.repository.remove(toolId, name))) throw new CustomToolSecretNotFound(name);
    this.kept.clear();
    await this.record(caller, 'delete', toolId, name);
  }

  /** A tool that is deleted leaves no value behind for the next one of its name. */
  async forget(toolId: string): Promise<void> {
    await this.repository.removeAllOf(toolId);
    this.kept.clear();
  }

  /** A row moved to another tool or name by hand in the database is no value of that tool. */
  private async open({ toolId, name, sealed }: CustomToolSecret): Promise<string> {
    const [ofTool, ofName, value] = JSON.parse(await this.box.open(sealed)) as string[];
    if (ofTool !== toolId || ofName !== name || value === undefined) throw new SecretUnreadable();
    return value;
  }

  private keep(revision: string, secrets: CallSecrets): void {
    this.kept.set(revision, secrets);
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
  }

  private async record(caller: Caller, deed: 'set' | 'delete', toolId: string, name: string) {
    await this.audit.record(caller, {
      action: `custom_tool.secret_${deed}`,
      subject: toolId,
      facts: { name },
    });
  }
}

/** @throws CustomToolSecretMissing before anything runs */
export function requireAll({ missing }: CallSecrets): void {
  if (missing !== null) throw new CustomToolSecretMissing(missing);
}

const BAD_NAME = {
  en: 'The name of a secret holds capital letters, digits and underscores, e.g. API_KEY',
  'zh-CN': '密钥名称只能包含大写字母、数字和下划线，例如 API_KEY',
};

function checkValue(value: string): void {
  if (value.length < SHORTEST_SECRET) {
    throw new CustomToolSecretRefused({
      en: `The value needs at least ${SHORTEST_SECRET} characters; a shorter one could not be hidden in outputs`,
      'zh-CN': `值至少需要 ${SHORTEST_SECRET} 个字符，过短则无法在输出中隐藏`,
    });
  }
  if (value.length > LONGEST) {
    throw new CustomToolSecretRefused({
      en: `The value may have at most ${LONGEST} characters`,
      'zh-CN': `值最多 ${LONGEST} 个字符`,
    });
  }
  if (value.isWellFormed() && !value.includes('\u0000')) return;
  throw new CustomToolSecretRefused({
    en: 'The value holds a character that is no text',
    'zh-CN': '值包含无效字符',
  });
}

const revisionOf = (
  toolId: string,
  named: readonly string[],
  rows: readonly CustomToolSecret[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([toolId, named, rows.map(({ name, sealed }) => [name, sealed])]))
    .digest('hex');
