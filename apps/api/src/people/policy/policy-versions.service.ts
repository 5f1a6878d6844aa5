import { Injectable } from '@nestjs/common';
import type { PolicyDocument, PolicyVersionRow, PolicyVersionView } from '@/contract/policy';
import { Clock } from '@/foundation/clock/clock';
import { NotFound } from '@/foundation/errors/input.errors';
import type { Caller } from '@/foundation/http/caller';
import { AuditService } from '@/people/audit/audit.service';
import { AccountsService } from '@/people/users/accounts.service';
import { FIRST_DOCUMENT, policyDocumentSchema } from './policy-document';
import { PolicyChanged } from './policy.errors';
import { PolicyRepository, type PolicyVersionMark } from './policy.repository';
import { Rulebook } from './rulebook';

export interface PolicyInForce {
  version: number;
  rulebook: Rulebook;
}

/** A document that is to become the next version. */
export interface PolicyChange {
  /** Verb of the ledger, e.g. `save`. */
  verb: string;
  document: PolicyDocument;
  baseVersion: number;
  note: string;
  facts?: Record<string, unknown>;
}

/** The policy is one document; every change is a new version of the whole. */
@Injectable()
export class PolicyVersions {
  /** Versions never change, so the last one that was read stays true for its number. */
  private known: Promise<PolicyInForce> | null = null;
  private knownVersion = -1;

  constructor(
    private readonly repository: PolicyRepository,
    private readonly accounts: AccountsService,
    private readonly audit: AuditService,
    private readonly clock: Clock,
  ) {}

  async inForce(): Promise<PolicyInForce> {
    const version = await this.repository.newestVersion();
    if (version !== this.knownVersion || !this.known) {
      this.knownVersion = version;
      this.known = this.read(version);
      this.known.catch(() => (this.known = null));
    }
    return this.known;
  }

  /** @throws PolicyChanged when `baseVersion` is not the newest any more */
  async save(caller: Caller, change: PolicyChange): Promise<void> {
    const { verb, document, baseVersion, note, facts } = change;
    const version = baseVersion + 1;
    const isNewest = (await this.repository.newestVersion()) === baseVersion;
    const at = this.clock.now();
    const row = { version, at, byUserId: caller.userId, note, rules: document.rules.length };
    if (!isNewest || !(await this.repository.insert({ ...row, document }))) {
      throw new PolicyChanged();
    }
    await this.audit.record(caller, {
      action: `policy.${verb}`,
      subject: String(version),
      facts: { note, ...facts },
    });
  }

  async list(before: number | null): Promise<PolicyVersionRow[]> {
    return this.rowsOf(await this.repository.listBefore(before));
  }

  async get(version: number): Promise<PolicyVersionView> {
    const [[mark], stored, previous] = await Promise.all([
      this.repository.listBefore(version + 1),
      this.repository.find(version),
      this.repository.find(version - 1),
    ]);
    if (!stored || mark?.version !== version) throw new NotFound();
    const [row] = await this.rowsOf([mark]);
    if (!row) throw new NotFound();
    return { ...row, document: stored.document, previous: previous?.document ?? null };
  }

  private async rowsOf(marks: readonly PolicyVersionMark[]): Promise<PolicyVersionRow[]> {
    const names = await this.accounts.namesOf(marks.flatMap(({ byUserId }) => byUserId ?? []));
    return marks.map(({ version, at, byUserId, note, rules }) => ({
      version,
      at: at.toISOString(),
      byName: byUserId === null ? null : (names.get(byUserId) ?? null),
      note,
      rules,
    }));
  }

  private async read(version: number): Promise<PolicyInForce> {
    const stored = await this.repository.find(version);
    const document = stored ? policyDocumentSchema.parse(stored.document) : FIRST_DOCUMENT;
    return { version, rulebook: new Rulebook(document) };
  }
}
