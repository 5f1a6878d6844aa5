import type {
  ApiKeyBody,
  ApiKeyMade,
  ApiKeyRow,
  RecoveryCodes,
  SecondFactorSecret,
  SecondFactorView,
  SessionRow,
} from '@contract/people';
import { api } from '@web/lib/api-client';

const KEYS = '/api/auth/api-keys';
const TOTP = '/api/auth/totp';
const SESSIONS = '/api/auth/sessions';

export interface Proof {
  password: string;
  code: string;
}

export const securityApi = {
  sessions: async (signal?: AbortSignal) =>
    (await api.get<{ items: SessionRow[] }>(SESSIONS, { signal })).items,
  endSession: (id: string) => api.remove(`${SESSIONS}/${encodeURIComponent(id)}`),
  endOtherSessions: () => api.post(`${SESSIONS}/end-others`),
  keys: async (signal?: AbortSignal) =>
    (await api.get<{ items: ApiKeyRow[] }>(KEYS, { signal })).items,
  createKey: (body: ApiKeyBody) => api.post<ApiKeyMade>(KEYS, body),
  removeKey: (id: string) => api.remove(`${KEYS}/${encodeURIComponent(id)}`),
  secondFactor: (signal?: AbortSignal) => api.get<SecondFactorView>(TOTP, { signal }),
  beginSecondFactor: (password: string) =>
    api.post<SecondFactorSecret>(`${TOTP}/begin`, { password }),
  confirmSecondFactor: (code: string) => api.post<RecoveryCodes>(`${TOTP}/confirm`, { code }),
  removeSecondFactor: (proof: Proof) => api.post(`${TOTP}/remove`, proof),
  renewRecoveryCodes: (proof: Proof) => api.post<RecoveryCodes>(`${TOTP}/recovery-codes`, proof),
  endAllSessions: () => api.post(`${SESSIONS}/end-all`),
};
