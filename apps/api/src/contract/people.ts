import type { Locale } from './errors';

export type Role = 'admin' | 'user';

/** The signed-in person. `GET /api/auth/me`, and inside `AuthState`. */
export interface Me {
  id: string;
  email: string;
  name: string;
  role: Role;
  /** Null until the person picks a language; the browser's is used meanwhile. */
  locale: Locale | null;
}

/** `GET /api/auth/state`: what a browser needs to know before it shows anything. */
export interface AuthState {
  /** True while there is no administrator; only the set-up link from the server's console works. */
  needsSetup: boolean;
  user: Me | null;
}

/** `POST /api/auth/setup {token, email, name, password}` → Me, cookie set. */
export interface SetupBody {
  token: string;
  email: string;
  name: string;
  password: string;
}

/**
 * What a right password or one-time link is answered with: the person, cookie set, or that a code of the second factor is
 * needed first. Then `POST /api/auth/login/code {ticket, code}` → Me, cookie set; `code` may be a recovery code, each
 * works once.
 */
export type LoginAnswer = Me | CodeNeeded;

export interface CodeNeeded {
  needsCode: true;
  /** Good for five minutes and five tries, and for nothing else. */
  ticket: string;
}

export interface CodeBody {
  ticket: string;
  code: string;
}

/**
 * `GET /api/auth/totp` → SecondFactorView. `POST /api/auth/totp/begin {password}` → SecondFactorSecret; `POST
 * /api/auth/totp/confirm {code}` → RecoveryCodes; `POST /api/auth/totp/remove {password, code}` → 204; `POST
 * /api/auth/totp/recovery-codes {password, code}` → RecoveryCodes. An administrator takes somebody's away with `DELETE
 * /api/admin/users/:userId/second-factor` → 204.
 */
export interface SecondFactorView {
  isOn: boolean;
  recoveryCodesLeft: number;
}

export interface SecondFactorSecret {
  secret: string;
  /** `otpauth://…`, for the picture. */
  uri: string;
}

/** Told this once. */
export interface RecoveryCodes {
  recoveryCodes: string[];
}

/** `POST /api/auth/login` → LoginAnswer. `POST /api/auth/logout` → 204, cookie cleared. */
export interface LoginBody {
  email: string;
  password: string;
}

/** `PATCH /api/auth/me` → Me. */
export interface ProfileBody {
  name?: string;
  locale?: Locale;
}

/** `POST /api/auth/password` → 204; all other sessions of the person end. */
export interface PasswordBody {
  current: string;
  next: string;
}

/**
 * `GET /api/auth/sessions` → `{items: SessionRow[]}`, where the person is signed in; `DELETE /api/auth/sessions/:sessionId`,
 * `POST /api/auth/sessions/end-others` and `POST /api/auth/sessions/end-all` (which clears the cookie) answer 204.
 */
export interface SessionRow {
  id: string;
  /** From the browser's own words, e.g. `Firefox · Linux`; empty when it said nothing known. */
  device: string;
  /** Empty for logins of before it was written down. */
  address: string;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

export type ApiKeyScope =
  /** Conversations, runs, tools and files of the person, and the live socket; answers to approvals are not among it. */
  | 'chat'
  /** Custom tools and the workshop; only while the person is an administrator. */
  | 'custom-tools'
  /** Policy, groups, models and limits; only while the person is an administrator. */
  | 'admin';

/**
 * Keys for programs, sent as `Authorization: Bearer <key>` or `X-Api-Key: <key>`, never together with a cookie.
 * `GET /api/auth/api-keys` → `{items: ApiKeyRow[]}`; `POST` takes ApiKeyBody and answers ApiKeyMade; `DELETE
 * /api/auth/api-keys/:keyId` → 204. Accounts, sessions and keys themselves are closed to every key.
 */
export interface ApiKeyRow {
  id: string;
  name: string;
  /** The first characters, to recognise it by. */
  hint: string;
  scopes: ApiKeyScope[];
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

export interface ApiKeyBody {
  name: string;
  scopes: ApiKeyScope[];
  /** 1 to 365. */
  expiresInDays: number;
}

/** The key is told this once. */
export interface ApiKeyMade {
  key: string;
  row: ApiKeyRow;
}

/** `POST /api/auth/invitations/check {token}` → who the one-time link is for. */
export interface InvitationView {
  kind: 'invite' | 'reset';
  email: string;
  name: string;
}

/** `POST /api/auth/invitations/accept` → LoginAnswer. `name` only matters for an invite. */
export interface AcceptBody {
  token: string;
  name?: string;
  password: string;
}

/** `GET /api/admin/users` → `{items: UserRow[]}`. */
export interface UserRow {
  id: string;
  email: string;
  name: string;
  role: Role;
  status: 'invited' | 'active' | 'disabled';
  createdAt: string;
  lastSeenAt: string | null;
}

/** `POST /api/admin/users` → `{user, link}`; the link is shown once and is a path with a token in its fragment. */
export interface CreateUserBody {
  email: string;
  name: string;
  role: Role;
}

/** `PATCH /api/admin/users/:userId` → UserRow. `POST /api/admin/users/:userId/reset` → UserLink. */
export interface UpdateUserBody {
  name?: string;
  role?: Role;
  disabled?: boolean;
}

export interface UserLink {
  user: UserRow;
  /** Path below the site's address, e.g. `/welcome#token`; the browser prefixes its own origin. */
  link: string;
  expiresAt: string;
}

/** `GET /api/admin/groups` → `{items: GroupRow[]}`; `POST /api/admin/groups {name, description}` → GroupView. */
export interface GroupRow {
  id: string;
  name: string;
  description: string;
  members: number;
  createdAt: string;
}

/**
 * `GET /api/admin/groups/:groupId` → GroupView; `PATCH` takes `{name?, description?}`, `DELETE` answers 204.
 * `PUT /api/admin/groups/:groupId/members {userIds}` → GroupView replaces them.
 */
export interface GroupView extends GroupRow {
  people: { id: string; name: string; email: string; role: Role }[];
}
