import { SetMetadata, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiKeyScope, Role } from '@/contract/people';
import type { Caller } from './caller';
import type { CallerRequest } from './caller';

export const ENTRY_MARK = 'toolyard:entry';
export const KEY_MARK = 'toolyard:key';
export const ENVELOPE_MARK = 'toolyard:envelope';
export const BODY_MARK = 'toolyard:body';

export type Entry = { public: true } | { public: false; role: Role };

/** Who may enter a route. A route with neither mark stops the start-up. `user` lets administrators in too. */
export const Allow = (role: Role) => SetMetadata(ENTRY_MARK, { public: false, role } as Entry);

/** Open to everyone, signed in or not. */
export const Public = () => SetMetadata(ENTRY_MARK, { public: true } as Entry);

/** Lets a person's API key in when it has this scope. Without the mark a route refuses every key (S-07). */
export const OpenToKeys = (scope: ApiKeyScope) => SetMetadata(KEY_MARK, scope);

/** Errors of this controller carry `success: false` as well (the envelope of A.10). */
export const Enveloped = () => SetMetadata(ENVELOPE_MARK, true);

/** The body is of this type instead of JSON; never one that a plain form of another site can send (S-12). */
export const Takes = (type: 'application/zip') => SetMetadata(BODY_MARK, type);

/** The person asking. Only on routes marked with Allow; elsewhere it is undefined. */
export const CurrentCaller = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | undefined =>
    context.switchToHttp().getRequest<CallerRequest>().caller,
);
