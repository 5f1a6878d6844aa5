/** `GET /api/admin/overview`: what needs attention, and what goes on. */
export interface AdminOverview {
  attention: AttentionItem[];
  /** The last 14 days, UTC. */
  activity: { day: string; runs: number; toolCalls: number; failures: number; people: number }[];
  runs: ActiveRunRow[];
  containers: ContainerRow[];
  engine: { reachable: boolean; name: string; version: string; runc: string; containerd: string };
}

/** In the caller's language; `link` is a path of the web app. */
export interface AttentionItem {
  kind:
    | 'provider_failing'
    | 'tool_invalid'
    | 'tool_paused'
    | 'approval_pending'
    | 'engine_unavailable'
    | 'version_floor'
    | 'ledger_broken';
  level: 'warning' | 'error';
  text: string;
  suggestion: string;
  link: string;
}

/** `POST /api/admin/overview/runs/:runId/stop` → 204. */
export interface ActiveRunRow {
  runId: string;
  ownerName: string;
  modelId: string | null;
  startedAt: string;
  status: 'running' | 'waiting';
  tool: string | null;
}

/** `POST /api/admin/overview/containers/:containerId/stop` → 204. */
export interface ContainerRow {
  containerId: string;
  state: 'stock' | 'kept' | 'running';
  tool: string | null;
  ownerName: string | null;
  startedAt: string;
}
