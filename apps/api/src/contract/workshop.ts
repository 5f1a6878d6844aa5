import type { ErrorBody } from './errors';
import type {
  CustomToolFileName,
  CustomToolResult,
  CustomToolView,
  JsonSchema,
  ToolCallStatus,
} from './tools';

/**
 * The tool workshop. Every route is below `/api/admin/workshop`, for administrators, and answers
 * `{success: true, data}` unless it says otherwise.
 *
 * The folder on the disk is what is published: what it holds is what models are offered. The workshop keeps a version
 * of every save in the database; the newest version that is not on the disk is the draft. Publishing writes a version's
 * files to the folder. A change made on the disk by hand is found at the next look and becomes a version without an
 * author, published as it is.
 *
 * Deleting a tool takes its folder, its switches and the values of its secrets. Its versions stay and can be read and
 * published again under the same id, though the tool is listed no more; a new tool of that id goes on counting.
 */

/** The files of one version; a file that is absent is absent from the folder too. */
export type ToolFileTexts = Partial<Record<CustomToolFileName, string>>;

export type VersionSource = 'workshop' | 'rest' | 'disk' | 'import' | 'rollback';

/** `GET /tools/:id/versions?before=<number>&limit=` → VersionRow[], newest first. */
export interface VersionRow {
  /** 1, 2, 3 … per tool. */
  number: number;
  /** SHA-256 over the files, as in CustomToolView. */
  hash: string;
  source: VersionSource;
  /** Null: made on the disk by nobody we know. */
  author: { id: string; name: string } | null;
  note: string;
  createdAt: string;
  /** True for the one version whose files are in the folder now. */
  isPublished: boolean;
  /** When it was last published, by whom is the ledger's to tell. */
  publishedAt: string | null;
  /** Newest result of its tests; null when never run. */
  tests: TestSummary | null;
}

/** `GET /tools/:id/versions/:number`. */
export interface VersionDetail extends VersionRow {
  files: ToolFileTexts;
  /** The version read as a tool: warnings, defects, schema. */
  tool: CustomToolView;
}

/**
 * `POST /tools/:id/versions` → 201 VersionDetail. Saves the whole set of files as the new draft; broken files may be
 * saved, only publishing refuses them. `base` is the number the edit began with (0 for a new tool); 409
 * `custom_tool_draft_changed` when somebody saved meanwhile. Equal files give the version that exists (200).
 */
export interface VersionBody {
  base: number;
  files: ToolFileTexts;
  note?: string;
}

/**
 * `POST /tools/:id/publish` → WorkshopTool. An older version is rolled back to the same way (it becomes a new version,
 * source `rollback`). 400 `custom_tool_version_invalid` when it is invalid; 409 `tool_tests_failing` when the gate is on
 * and a test fails; 409 `audience_needs_confirmation` when it would open the tool to more people than now and `openTo`
 * does not equal its audience.
 */
export interface PublishBody {
  number: number;
  note?: string;
  openTo?: Audience;
}

/** Who may see and call a published tool. Groups come with the policy console; until then they hold nobody. */
export type Audience = 'admins' | 'everyone' | { groups: string[] };

/** `GET /tools` → WorkshopTool[] (drafts without a folder included), `GET /tools/:id` → WorkshopTool. */
export interface WorkshopTool {
  id: string;
  /** Of the published version, or of the draft when nothing is published yet. */
  tool: CustomToolView;
  published: VersionRow | null;
  /** Null when nothing was saved since the last publication. */
  draft: VersionRow | null;
  state: ToolState;
  health: ToolHealth;
  /** `secrets` of the definition, and those that have a value without being named. */
  secrets: SecretRow[];
}

/** `PATCH /tools/:id/state` with any of these keys but `pausedReason` → WorkshopTool. */
export interface ToolState {
  isPaused: boolean;
  /** Null when an administrator did it, or nobody. */
  pausedReason: ErrorBody | null;
  /** Failures in a row after which it pauses itself; null never. */
  autoPauseAfter: number | null;
  /** The caller's own chats use the draft. */
  usesDraftInChat: boolean;
  /** As confirmed by an administrator; narrower than the definition's wish until then. */
  openedTo: Audience;
}

/** `PUT /tools/:id/secrets/:name {value}` and `DELETE` → SecretRow[]. Values never come back. */
export interface SecretRow {
  name: string;
  hasValue: boolean;
  isNamed: boolean;
  updatedAt: string | null;
}

/** `POST /tools/:id/try`: runs a version (null: the published one); `application/x-ndjson` of TryEvent, live. */
export interface TryBody {
  version: number | null;
  arguments: Record<string, unknown>;
}

/** Closing the request cancels the run. The last line is always `end`. */
export type TryEvent =
  | { type: 'started'; callId: string; queuedMs: number }
  | { type: 'output'; stream: 'stdout' | 'stderr'; text: string }
  | { type: 'end'; result: TryResult };

export interface TryResult extends CustomToolResult {
  call_id: string;
  /** Output before the return layer; `output` and `message` are after it. */
  raw_output: string;
  memory_peak_bytes: number | null;
  queued_ms: number;
  /** Line of execution.py a traceback ends in, 1-based; null when it names none. */
  error_line: number | null;
}

/** `GET /tools/:id/calls?limit=` → ToolCallRow[], newest first. */
export interface ToolCallRow {
  id: string;
  via: 'chat' | 'panel' | 'test' | 'draft' | 'rest';
  /** Null for calls of a version that was never recorded. */
  version: number | null;
  caller: { id: string; name: string };
  /** JSON text as it came, secrets masked. */
  arguments: string;
  status: ToolCallStatus;
  message: string;
  elapsedMs: number;
  queuedMs: number;
  memoryPeakBytes: number | null;
  conversationId: string | null;
  runId: string | null;
  at: string;
}

/** Of the last seven days, tests and tries left out. `GET /tools/:id/health?days=1|7|30`. */
export interface ToolHealth {
  calls: number;
  failures: number;
  p50Ms: number | null;
  p95Ms: number | null;
  lastFailure: ToolCallRow | null;
  /** Oldest first, without gaps: hours for one day, else days. */
  buckets: { at: string; calls: number; failures: number }[];
}

/** The fifth file, `tests.json`. */
export interface ToolTests {
  /** True: a version with a failing test cannot be published from the workshop. */
  gate?: boolean;
  cases: ToolTestCase[];
}

export interface ToolTestCase {
  name: string;
  arguments: Record<string, unknown>;
  /** All that are present must hold. */
  expect: {
    status?: ToolCallStatus;
    return_code?: number;
    output?: TextExpectation;
    message?: TextExpectation;
  };
}

/** Exactly one key. `matches` is an RE2 pattern that must be found somewhere. */
export type TextExpectation = { equals: string } | { contains: string } | { matches: string };

export interface TestSummary {
  passed: number;
  failed: number;
  at: string;
}

/** `POST /tools/:id/tests/run {version}`: all cases side by side; `application/x-ndjson` of TestEvent. */
export type TestEvent =
  | { type: 'started'; names: string[] }
  | { type: 'case'; index: number; result: TestCaseResult }
  | { type: 'end'; summary: TestSummary };

export interface TestCaseResult {
  name: string;
  passed: boolean;
  /** One sentence per expectation that does not hold, in the caller's language. */
  reasons: string[];
  status: ToolCallStatus;
  elapsedMs: number;
  output: string;
}

/** `POST /check` → CheckResult. Never executes anything of the tool (S-26). */
export interface CheckBody {
  id: string;
  files: ToolFileTexts;
  /** For the rendered script; null leaves it out. */
  arguments?: Record<string, unknown> | null;
}

export interface CheckResult {
  findings: Finding[];
  rendered: RenderedScript | null;
  /** Null while definition.json cannot be read. */
  modelView: ModelView | null;
}

export type FindingSeverity = 'error' | 'warning' | 'info';

/** Offsets count UTF-16 units of the file's text, as editors do. */
export interface Finding {
  file: CustomToolFileName;
  from: number;
  to: number;
  /** 1-based, of `from`. */
  line: number;
  column: number;
  severity: FindingSeverity;
  /** Stable name of the rule, e.g. `unescaped_braces`. */
  rule: string;
  /** In the caller's language. */
  message: string;
  repair: Repair | null;
}

export interface Repair {
  label: string;
  /** Of the same file, in ascending order, not overlapping. */
  edits: { from: number; to: number; insert: string }[];
}

export interface RenderedScript {
  code: string | null;
  /** Where values stand in `code`. */
  spots: { from: number; to: number; parameter: string }[];
  /** Why there is no code. */
  failure: ErrorBody | null;
}

export interface ModelView {
  name: string;
  description: string;
  schema: JsonSchema;
  /** Tokens of name, description and schema together in the o200k_base encoding. */
  tokens: number;
}

/**
 * `GET /export?id=` (all published tools without `id`) → application/zip, one folder per tool, plain files only.
 * `POST /import` with an application/zip body → ImportResult; all or nothing (S-37). Imported tools become drafts.
 * `isNew` is true for a tool that was not there before. 400 `archive_refused` or `archive_too_large`.
 */
export interface ImportResult {
  imported: { id: string; number: number; isNew: boolean }[];
}
