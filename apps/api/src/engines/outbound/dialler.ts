import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { hostPortOf, withoutBrackets } from './host-port';
import { PrivateAddressBlocked } from './outbound.errors';
import { isLinkLocal, isPrivateAddress } from './private-address';

export type ResolveHost = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface DialRules {
  /** Entries of the allow-list as `hostPortOf` spells them, read anew for every connection. */
  allowed(): Promise<ReadonlySet<string>>;
  resolve?: ResolveHost;
  connectMs: number;
}

/**
 * Opens connections for undici and decides on the very addresses the socket then uses: there is no second look-up
 * whose answer could differ. Names are looked up by `lookup`; literal addresses never reach it, so they are judged here.
 */
export function guardedDialler({ allowed, resolve = systemLookup, connectMs }: DialRules) {
  const dialPublic = dialler(resolve, connectMs, (address) => !isPrivateAddress(address));
  const dialAllowed = dialler(resolve, connectMs, (address) => !isLinkLocal(address));

  return (target: buildConnector.Options, callback: buildConnector.Callback): void => {
    const hostPort = hostPortOf(target);
    const host = withoutBrackets(target.hostname);
    const refuse = () => callback(new PrivateAddressBlocked(hostPort), null);
    const answer: buildConnector.Callback = (...result) =>
      result[0] instanceof OnlyPrivateAddresses ? refuse() : callback(...result);

    if (isIP(host) && !isPrivateAddress(host)) return dialPublic(target, answer);
    allowed().then(
      (entries) => {
        if (entries.has(hostPort)) return dialAllowed(target, answer);
        return isIP(host) ? refuse() : dialPublic(target, answer);
      },
      (thrown: Error) => callback(thrown, null),
    );
  };
}

class OnlyPrivateAddresses extends Error {}

function dialler(resolve: ResolveHost, timeout: number, isAccepted: (address: string) => boolean) {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const accepted = found?.filter(({ address }) => isAccepted(address)) ?? [];
      const [first] = accepted;
      if (error) callback(error, []);
      else if (!first) callback(new OnlyPrivateAddresses(hostname), []);
      else if (options.all) callback(null, accepted);
      else callback(null, first.address, first.family);
    });
  };
  return buildConnector({ timeout, lookup });
}
