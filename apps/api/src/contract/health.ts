/** `GET /api/health`: 200 once everything is ready. `degraded` names parts that do not work, with what to do. */
export interface Health {
  status: 'ok';
  version: string;
  degraded: { part: 'containers' | 'models'; error: string; suggestion: string }[];
}
