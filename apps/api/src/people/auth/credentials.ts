import type { IncomingMessage } from 'node:http';

/** Everything a request brings to say who it is. */
export interface Credentials {
  cookie: string | undefined;
  /** What stands in each carrier of keys, also when it is blank or there twice: that is judged, not overlooked (S-05). */
  keys: readonly string[];
}

type Headers = Pick<IncomingMessage, 'headers' | 'headersDistinct'>;

/** `Authorization: Bearer` and `X-Api-Key` are the carriers; a key in a query would stand in logs (S-07). */
export function credentialsOf({ headers, headersDistinct }: Headers): Credentials {
  const bearers = (headersDistinct.authorization ?? []).flatMap((value) => {
    const found = /^\s*bearer(?:\s+(.*))?$/i.exec(value);
    return found ? [found[1] ?? ''] : [];
  });
  const named = headersDistinct['x-api-key'] ?? [];
  return { cookie: headers.cookie, keys: [...bearers, ...named].map((key) => key.trim()) };
}
