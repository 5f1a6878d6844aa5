/**
 * `GET /api/health`: 200 `ok` once everything needed is ready, 503 `unavailable` while the database is away.
 * `degraded` names parts that do not work, with what to do.
 */
export interface Health {
  status: 'ok' | 'unavailable';
  version: string;
  degraded: { part: 'database' | 'containers' | 'models'; error: string; suggestion: string }[];
}
