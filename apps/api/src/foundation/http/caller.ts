import type { Request } from 'express';
import type { Locale } from '@/contract/errors';
import type { Role } from '@/contract/people';

/** Who asks. Always the first parameter of a service method, so it is never hidden. */
export interface Caller {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  readonly locale: Locale;
  /** The login session the request came with; null for work the server does by itself. */
  readonly sessionId: string | null;
  /** The personal API key the request came with. */
  readonly keyId?: string;
}

/** Filled by the guard in people/auth and by the marks guard. */
export interface CallerRequest extends Request {
  caller?: Caller;
  locale?: Locale;
  isEnveloped?: boolean;
}
