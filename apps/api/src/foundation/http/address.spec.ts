import type { IncomingMessage } from 'node:http';
import { addressOf, networkOf } from './address';

const from = (remoteAddress: string, forwarded?: string | string[]): IncomingMessage =>
  ({
    socket: { remoteAddress },
    headers: { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('addressOf (S-14, S-17)', () => {
  it('believes nobody without a trusted proxy', () => {
    expect(addressOf(from('203.0.113.9', '1.1.1.1'), 0)).toBe('203.0.113.9');
  });

  it('believes only what the trusted proxies appended, not what came in front of it', () => {
    expect(addressOf(from('10.0.0.1', '6.6.6.6, 203.0.113.9'), 1)).toBe('203.0.113.9');
    expect(addressOf(from('10.0.0.1', '6.6.6.6, 203.0.113.9, 10.0.0.2'), 2)).toBe('203.0.113.9');
    expect(addressOf(from('10.0.0.1', ['6.6.6.6', '203.0.113.9']), 1)).toBe('203.0.113.9');
  });

  it('takes the peer when there are fewer entries than proxies', () => {
    expect(addressOf(from('203.0.113.9'), 1)).toBe('203.0.113.9');
    expect(addressOf(from('203.0.113.9', ' , '), 2)).toBe('203.0.113.9');
  });
});

describe('networkOf', () => {
  it('counts an IPv4 address alone, also when it comes in IPv6 dress', () => {
    expect(networkOf('203.0.113.9')).toBe('203.0.113.9');
    expect(networkOf('::ffff:203.0.113.9')).toBe('203.0.113.9');
  });

  it('counts an IPv6 customer as one', () => {
    expect(networkOf('2001:db8:1:2:aaaa::1')).toBe(networkOf('2001:db8:1:2:bbbb::9'));
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
  });

  it('puts everything else together', () => {
    expect(networkOf('no address')).toBe('unknown');
  });
});
