// The addresses that `npm start` prints for other machines.
import { expect, test } from 'vitest';
import { addressesOf } from '../src/site/siteServer';

const network = { netmask: '255.255.255.0', mac: '00:00:00:00:00:00', cidr: null } as const;
const interfaces = {
  lo: [{ ...network, family: 'IPv4', address: '127.0.0.1', internal: true } as const],
  eth0: [
    { ...network, family: 'IPv4', address: '192.168.1.7', internal: false } as const,
    { ...network, family: 'IPv6', address: 'fe80::1', internal: false, scopeid: 2 } as const,
  ],
};

test('a server that listens everywhere is found by a local address and by the addresses of the machine', () => {
  const found = ['http://localhost:5180/', 'http://192.168.1.7:5180/'];
  expect(addressesOf('0.0.0.0', 5180, '/', interfaces)).toEqual(found);
  expect(addressesOf('::', 5180, '/', interfaces)).toEqual(found);
});

test('an address of one machine stays as it is', () => {
  for (const [host, name] of [
    ['127.0.0.1', '127.0.0.1'],
    ['workshop.local', 'workshop.local'],
    ['::1', '[::1]'],
  ] as const)
    expect(addressesOf(host, 5180, '/', interfaces)).toEqual([`http://${name}:5180/`]);
});
