import { isLinkLocal, isPrivateAddress } from './private-address';

describe('private addresses (S-24)', () => {
  it.each([
    ...['127.0.0.1', '127.255.255.254', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ...[
      '169.254.169.254',
      '100.64.0.1',
      '100.127.255.255',
      '0.0.0.0',
      '0.1.2.3',
      '255.255.255.255',
    ],
    ...['224.0.0.1', '240.0.0.1', '198.18.0.1', '192.0.2.1', '192.0.0.8'],
    ...[
      '::',
      '::1',
      '::127.0.0.1',
      'fc00::1',
      'fd12:3456::1',
      'fe80::1',
      'fec0::1',
      'ff02::1',
      '2001:db8::1',
    ],
    ...['::ffff:127.0.0.1', '::ffff:a9fe:a9fe', '::ffff:10.0.0.1', '::ffff:8.8.8.8.'],
    ...[
      '64:ff9b::7f00:1',
      '64:ff9b::8.8.8.8',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2001::1',
      'not an address',
      '',
    ],
  ])('counts %s as private', (address) => expect(isPrivateAddress(address)).toBe(true));

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '::ffff:8.8.8.8',
  ])('counts %s as public', (address) => expect(isPrivateAddress(address)).toBe(false));

  it('knows the addresses no name may ever lead to', () => {
    expect(
      ['169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', '0.0.0.0', '::'].every(isLinkLocal),
    ).toBe(true);
    expect(['127.0.0.1', '10.0.0.1', '::1', 'fd00::1', '8.8.8.8'].some(isLinkLocal)).toBe(false);
  });
});
