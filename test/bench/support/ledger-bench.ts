import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { LedgerFilter } from '@/contract/ledger';
import { connect } from '@/foundation/database/connect';
import type { Database } from '@/foundation/database/database';
import { startEmbeddedPostgres } from '@/foundation/database/embedded-postgres';
import { checkChain } from '@/people/audit/ledger/ledger-check.service';
import { chained, type LedgerNote } from '@/people/audit/ledger/ledger-chain';
import { LedgerPages } from '@/people/audit/ledger/ledger-pages.repository';
import { LedgerRepository } from '@/people/audit/ledger/ledger.repository';
import { type Bar, percentile, print, timed } from './numbers';

const ROWS = 1_000_000;
const LOOKS = 40;
const PAGE = 101;
const CHAINED = 20_000;
const AT_ONCE = 500;

/** A year of calls and acts; hashes are made up, reading pages does not look at them. */
const FILL = `
  INSERT INTO ledger_entries (seq, at, kind, actor_id, action, subject, outcome, effect, conversation_id, run_id,
    call, arguments, facts, previous_hash, hash)
  SELECT i, '2026-01-01'::timestamptz + i * interval '30 seconds',
    CASE WHEN i % 50 = 0 THEN 'admin_act' WHEN i % 20 = 0 THEN 'security' ELSE 'tool_call' END,
    ('00000000-0000-4000-8000-' || lpad((i * 7919 % 10000)::text, 12, '0'))::uuid,
    CASE WHEN i % 5000 = 0 THEN 'policy.save' WHEN i % 50 = 0 THEN 'custom_tool.update'
      WHEN i % 20 = 0 THEN 'auth.login' ELSE 'tool.call' END,
    'tool_' || (i * 31 % 1000),
    CASE WHEN i % 997 = 0 THEN 'oom' WHEN i % 11 = 0 THEN 'error' ELSE 'completed' END,
    CASE WHEN i % 20 = 0 THEN NULL WHEN i % 301 = 0 THEN 'deny' WHEN i % 7 = 0 THEN 'ask' ELSE 'allow' END,
    ('00000000-0000-4000-9000-' || lpad((i / 20)::text, 12, '0'))::uuid,
    ('00000000-0000-4000-a000-' || lpad((i / 4)::text, 12, '0'))::uuid,
    '{"callId": "call", "runMs": 12, "queuedMs": 3, "policyVersion": 4, "status": "completed"}',
    '{"text": "' || repeat('word ', 20) || '"}', '{}', repeat('0', 64), repeat('1', 64)
  FROM generate_series($1::bigint, $2::bigint) i`;

const id = (group: string, number: number) =>
  `00000000-0000-4000-${group}-${String(number).padStart(12, '0')}`;
const dayOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

/** What administrators look for, each time something else. */
const FILTERS: Record<string, (look: number) => LedgerFilter> = {
  none: () => ({}),
  kind: () => ({ kind: 'admin_act' }),
  person: (look) => ({ actorId: id('8000', (look * 251) % 10_000) }),
  tool: (look) => ({ subject: `tool_${(look * 23) % 1000}` }),
  rare_outcome: () => ({ outcome: 'oom' }),
  denied: () => ({ effect: 'deny' }),
  area: () => ({ action: 'policy.' }),
  nothing: () => ({ action: 'nothing.' }),
  conversation: (look) => ({ conversationId: id('9000', look * 1000) }),
  run: (look) => ({ runId: id('a000', look * 5000) }),
  day: (look) => ({ from: dayOf(look * 8), to: dayOf(look * 8 + 1) }),
  tool_on_day: (look) => ({
    ...{ subject: `tool_${(look * 23) % 1000}`, from: dayOf(look * 8), to: dayOf(look * 8 + 1) },
  }),
  person_denied: (look) => ({ actorId: id('8000', (look * 251) % 10_000), effect: 'deny' }),
};

/** Pages over 1,000,000 rows, and how fast a chain is written and checked. */
export async function measureLedger(): Promise<Bar[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'ledger-bench-'));
  const postgres = await startEmbeddedPostgres(folder);
  const database = await connect(postgres.url);
  try {
    await measureChain(database);
    await fill(database);
    return [await measurePages(new LedgerPages(database))];
  } finally {
    await database.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fill(database: Database): Promise<void> {
  const step = 50_000;
  for (let from = CHAINED + 1; from <= ROWS; from += step) {
    await database.query(FILL, [from, Math.min(from + step - 1, ROWS)]);
  }
  await database.query('ANALYZE ledger_entries');
}

async function measurePages(pages: LedgerPages): Promise<Bar> {
  const all: number[] = [];
  for (const [name, filterOf] of Object.entries(FILTERS)) {
    const times: number[] = [];
    for (let look = 0; look < LOOKS; look++) {
      // Every second look is somewhere in the past, as after much scrolling.
      const before = look % 2 === 0 ? null : (look * 24_989) % ROWS;
      const marks = { before, after: null, limit: PAGE };
      times.push(await timed(() => pages.list(filterOf(look), marks)));
    }
    print(`ledger_page_${name}_p95`, percentile(times, 0.95), 'ms');
    all.push(...times);
  }
  const value = percentile(all, 0.95);
  print('ledger_page_p95', value, 'ms');
  return { name: 'ledger_page_p95', value, atMost: 50 };
}

async function measureChain(database: Database): Promise<void> {
  const rows = new LedgerRepository(database);
  const writing = await timed(async () => {
    for (let written = 0; written < CHAINED; written += AT_ONCE) {
      await database.inOwnTransaction(async () =>
        rows.append(chained(await rows.lockHead(), Array.from({ length: AT_ONCE }, aNote))),
      );
    }
  });
  print('ledger_write', CHAINED / (writing / 1000), 'rows/s');
  const checking = await timed(() => checkChain(rows));
  print('ledger_check', CHAINED / (checking / 1000), 'rows/s');
}

const aNote = (): LedgerNote => ({
  ...{ at: new Date(), kind: 'tool_call', actorId: id('8000', 1), action: 'tool.call' },
  ...{ subject: 'calc', outcome: 'completed', effect: 'allow', conversationId: null, runId: null },
  ...{ call: null, arguments: `{"text":"${'word '.repeat(20)}"}`, facts: {} },
});
