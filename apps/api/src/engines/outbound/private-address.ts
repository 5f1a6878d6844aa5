import ipaddr from 'ipaddr.js';

/** What ipaddr.js counts as ordinary but which leads inside all the same. */
const ALSO_INSIDE = [
  // IPv4-compatible addresses: ::127.0.0.1 without the ffff.
  '::/96',
  // NAT64 for local use: carries any IPv4 address in its tail.
  '64:ff9b:1::/48',
  // Site-local, withdrawn but still routed by some.
  'fec0::/10',
].map((range) => ipaddr.IPv6.parseCIDR(range));

/** Never reached through a name: an answer of a name server must not lead to the cloud's metadata service. */
const LINK_LOCAL = new Set(['linkLocal', 'unspecified', 'multicast', 'broadcast']);

/** True for everything but ordinary public addresses; what cannot be read counts as private (S-24). */
export function isPrivateAddress(address: string): boolean {
  const parsed = parse(address);
  if (!parsed || parsed.range() !== 'unicast') return true;
  return parsed.kind() === 'ipv6' && ALSO_INSIDE.some((range) => parsed.match(range));
}

export function isLinkLocal(address: string): boolean {
  const parsed = parse(address);
  return !parsed || LINK_LOCAL.has(parsed.range());
}

/** `::ffff:10.0.0.1` is judged as the 10.0.0.1 it is. */
const parse = (address: string) => (ipaddr.isValid(address) ? ipaddr.process(address) : null);
