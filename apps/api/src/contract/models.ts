import type { ErrorBody } from './errors';

export type ProviderKind = 'openai' | 'anthropic';

/** `GET /api/models` → `{items: ModelChoice[]}`: what the person may chat with. */
export interface ModelChoice {
  /** `<providerId>/<model name>`, opaque to the browser. */
  id: string;
  name: string;
  provider: string;
}

/** `GET /api/admin/providers` → `{items: ProviderRow[]}`. The key itself never leaves the server. */
export interface ProviderRow {
  id: string;
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  hasKey: boolean;
  models: string[];
  enabled: boolean;
  createdAt: string;
}

/** `POST /api/admin/providers` → ProviderRow; `PATCH /api/admin/providers/:providerId` takes any part of it. */
export interface ProviderBody {
  name: string;
  kind: ProviderKind;
  baseUrl: string;
  /** Missing keeps the stored key, an empty string removes it. */
  key?: string;
  models: string[];
  enabled?: boolean;
}

/** `POST /api/admin/providers/test`: a draft, or a stored one by id with changes on top. */
export interface ProviderTestBody {
  providerId?: string;
  kind: ProviderKind;
  baseUrl: string;
  key?: string;
}

/** Always status 200: a refused connection is the answer of a test, not a fault of it. */
export type ProviderTestResult =
  | {
      ok: true;
      models: string[];
      elapsedMs: number;
      /** The address that answered, with or without /v1: this is what will be stored. */
      baseUrl: string;
    }
  | {
      ok: false;
      error: ErrorBody;
      /** Set when the address is private: adding this `host:port` to the allow-list would permit it. */
      privateAddress?: string;
    };

/** `GET` and `PUT /api/admin/private-addresses`: `host:port` entries outbound requests may reach although private. */
export interface PrivateAddresses {
  items: string[];
}
