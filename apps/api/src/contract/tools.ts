import type { ErrorBody } from './errors';

/** A JSON Schema as it is sent to models. */
export type JsonSchema = Record<string, unknown>;

/** `GET /api/tools` → `{items: ToolView[]}`: the tools the person may use, in the order the model sees them. */
export interface ToolView {
  name: string;
  description: string;
  category: string;
  inputSchema: JsonSchema;
  dangerous: boolean;
  /** File name below /static/icons, or null. */
  icon: string | null;
}

/** How one tool call ended; `cancelled` and `denied` never ran to their end. */
export type ToolCallStatus =
  | 'completed'
  | 'error'
  | 'timeout'
  | 'cancelled'
  | 'denied'
  | 'oom'
  | 'output_limit'
  | 'killed'
  | 'engine_error';

export interface ToolLimitsView {
  memory_mb: number | null;
  cpus: number | null;
  pids: number | null;
  output_chars: number | null;
}

/** One custom tool as `GET /api/admin/custom-tools` lists it: `{success: true, data: CustomToolView[]}`. */
export interface CustomToolView {
  id: string;
  /** Folder below the custom tool directory; may differ from the id. */
  directory: string;
  description: string;
  parameters: JsonSchema;
  required: string[];
  category: string;
  icon: string | null;
  /** Seconds, as it will be used. */
  timeout: number;
  /** As they will be used; null is the server's default. */
  limits: ToolLimitsView;
  /** `host:port` pairs the tool may reach. */
  network: 'none' | string[];
  /** Names of the secrets it is given. */
  secrets: string[];
  /** `reuse` keeps a container per tool version and person. */
  isolation: 'fresh' | 'reuse';
  dangerous: boolean;
  /** What the definition wishes for; an administrator must confirm anything beyond `admins`. */
  audience: 'admins' | 'everyone' | { groups: string[] };
  execution: { type: 'python'; timeout: number; code_template: string; file: string };
  execution_code: string;
  return: { truncate?: number; template?: string } | null;
  meta: Record<string, unknown> | null;
  /** Set when the tool is not offered to anyone: bad JSON, bad id, duplicate … */
  invalid: boolean;
  invalid_id: boolean;
  validation_error: string | null;
  /** Where in definition.json the parser stopped, when that is the reason. */
  error_position: { line: number; column: number } | null;
  warnings: string[];
  /** Troubleshooting checklist of A-105, one entry per condition. */
  checks: { id: string; label: string; passed: boolean }[];
  /** SHA-256 over the five files; changes when any of them does. */
  hash: string;
  /** Which of the five files exist. */
  files: CustomToolFileName[];
}

export type CustomToolFileName =
  'definition.json' | 'execution.py' | 'return.json' | 'meta.json' | 'tests.json';

/** `POST /api/admin/custom-tools`: upsert by id; a missing key keeps what is stored, null or {} clears it. */
export interface CustomToolBody {
  id: string;
  description?: string | null;
  parameters?: JsonSchema | null;
  required?: string[] | null;
  category?: string | null;
  icon?: string | null;
  timeout?: number | null;
  limits?: Partial<ToolLimitsView> | null;
  /** A host without a port means 443. */
  network?: 'none' | string[] | null;
  secrets?: string[] | null;
  isolation?: 'fresh' | 'reuse' | null;
  dangerous?: boolean | null;
  audience?: 'admins' | 'everyone' | { groups: string[] } | null;
  execution_code?: string | null;
  return?: { truncate?: number; template?: string } | null;
  meta?: Record<string, unknown> | null;
}

/** `{success: true, data: CustomToolSaved}` with 201 for created, 200 for updated. */
export interface CustomToolSaved {
  id: string;
  result: 'created' | 'updated';
  tool: CustomToolView;
}

/**
 * `GET /api/admin/custom-tools/file?id=&name=` → text/plain with an ETag;
 * `POST` the same path → `{success: true, data: {hash, tool}}`. `hash` is the ETag the edit began with
 * ('' for a file that did not exist); 409 when the file changed since.
 */
export interface CustomToolFileBody {
  id: string;
  name: CustomToolFileName;
  content: string;
  hash?: string;
}

/** `POST /api/admin/custom-tools/:id/run {arguments}` → `{success: true, data: CustomToolResult}` whatever the script did. */
export interface CustomToolResult {
  success: boolean;
  status: ToolCallStatus;
  output: string;
  stderr?: string;
  return_code: number | null;
  truncated: boolean;
  /** True length in characters when truncated. */
  output_chars?: number;
  /** Seconds the script was allowed to take. */
  timeout: number;
  elapsed_ms: number;
  custom_tool: true;
  tool_id: string;
  message: string;
  error?: string;
  code?: string;
  canRetry?: boolean;
  suggestion?: string;
  /** The placeholder that had no value. */
  missing?: string;
  /** For the author: which template line, and what to write instead. */
  hint?: string;
  /** Only for administrators in the run panel: the script as it ran. */
  code_rendered?: string;
  view?: ResultView;
  files?: ResultFile[];
}

/** A file a result was kept in: `GET /api/result-files/:id`, for the person whose call it was. */
export interface ResultFile {
  id: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** What people see instead of the message when the return layer asks for it and the output fits; models see text. */
export type ResultView =
  | { type: 'markdown'; text: string }
  /** The first rows and columns; `total` counts all rows. */
  | { type: 'table'; columns: string[]; rows: string[][]; total: number }
  | { type: 'image'; file: ResultFile }
  | {
      type: 'chart';
      chart: 'bar' | 'line' | 'pie';
      title: string;
      labels: string[];
      series: { name: string; values: (number | null)[] }[];
    };

/** What a finished call shows in chat; `result` is exactly what the model received. */
export interface ToolCallOutcome {
  status: ToolCallStatus;
  /** Text for the card, e.g. `[calc] 结果: 1.5`. */
  message: string;
  result: string;
  truncated: boolean;
  error?: ErrorBody;
  view?: ResultView;
  /** The whole output, when what is shown was cut. */
  files?: ResultFile[];
}
