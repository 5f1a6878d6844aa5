import { Agent, fetch as undiciFetch, type RequestInit } from 'undici';
import { guardedDialler, type DialRules } from './dialler';
import { hostPortOf } from './host-port';
import { RedirectRefused, UnsupportedAddress } from './outbound.errors';

export interface OutboundRules extends DialRules {
  /** Longest silence, before the first byte and between two. */
  idleMs: number;
}

/** Long enough that the next step of a run finds its connection open. */
const KEEP_ALIVE_MS = 60_000;

/** A `fetch` of its own connections, all of them opened by the guarded dialler. */
export class GuardedFetch {
  private agent: Agent;

  constructor(private readonly rules: OutboundRules) {
    this.agent = this.openAgent();
  }

  /** As the standard one, but redirects, odd addresses and private ones are refused with a DomainError. */
  readonly fetch = async (input: string | URL | Request, init?: object): Promise<Response> => {
    const url = addressOf(input);
    // The standard's types and undici's own describe the same objects and differ in name only.
    const options = { ...init, redirect: 'manual', dispatcher: this.agent } as RequestInit;
    const response = await undiciFetch(url, options);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new RedirectRefused(hostPortOf(url));
    }
    return response as unknown as Response;
  };

  /** An open connection outlives the permission it was made with; requests under way may end. */
  forgetConnections(): void {
    const before = this.agent;
    this.agent = this.openAgent();
    void before.close();
  }

  async destroy(): Promise<void> {
    await this.agent.destroy();
  }

  private openAgent(): Agent {
    const { idleMs } = this.rules;
    return new Agent({
      connect: guardedDialler(this.rules),
      headersTimeout: idleMs,
      bodyTimeout: idleMs,
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
    });
  }
}

function addressOf(input: string | URL | Request): URL {
  const text = typeof input === 'object' && 'url' in input ? input.url : String(input);
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password;
  if (!isPlain) throw new UnsupportedAddress();
  return url;
}
