// Which addresses a post can use: those that work only on this machine or its network are refused.
import { afterEach, expect, test } from 'vitest';
import { isPrivateAddress, publicAddress, reachOf } from '../../src/web/files/privateAddress';
import { forReaders, useTypedSite } from '../../src/web/files/publicSite';
import '../support/handIn';

/** Test files share their stores. */
afterEach(() => useTypedSite.setState({ address: '' }));

test.each([
  'http://localhost:5180/',
  'http://play.localhost/',
  'http://127.0.0.1/',
  'http://127.8.9.1:80/',
  'http://0x7f.1/',
  'http://10.0.0.7/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.178.20:5180/',
  'http://169.254.1.1/',
  'http://100.64.0.1/',
  'http://[::1]:5180/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[::ffff:192.168.0.1]/',
  'http://desk/',
  'http://desk.local/',
  'http://DESK.LOCAL./',
  'http://nas.home.arpa/',
  'file:///home/somebody/dist/index.html',
])('%s is private', (address) => {
  expect(isPrivateAddress(new URL(address))).toBe(true);
  expect(publicAddress(address)).toBeNull();
});

test.each([
  ['https://play.example', 'https://play.example/'],
  ['https://play.example/locks', 'https://play.example/locks/'],
  [' https://play.example/locks/index.html?story=20#v1 ', 'https://play.example/locks/'],
  ['https://someone.github.io/play/', 'https://someone.github.io/play/'],
  ['http://172.32.0.1/', 'http://172.32.0.1/'],
  ['http://100.128.0.1/', 'http://100.128.0.1/'],
  ['https://10.example.com/', 'https://10.example.com/'],
  ['https://localhost.example.com/', 'https://localhost.example.com/'],
  ['https://fc.example/', 'https://fc.example/'],
  ['http://[2001:db8::1]/', 'http://[2001:db8::1]/'],
  ['http://[::ffff:8.8.8.8]/', 'http://[::ffff:808:808]/'],
])('%s is public', (typed, folder) => {
  expect(publicAddress(typed)).toBe(folder);
});

test.each(['', 'play.example', 'javascript:alert(1)', 'https://', 'ftp://play.example/', 'https://a:b@play.example/'])(
  '“%s” is no address for a post',
  (typed) => {
    expect(publicAddress(typed)).toBeNull();
  },
);

test.each([
  ['http://localhost:5180/', 'machine'],
  ['http://play.localhost./', 'machine'],
  ['http://127.8.9.1/', 'machine'],
  ['http://0.0.0.0/', 'machine'],
  ['http://[::1]/', 'machine'],
  ['http://[::ffff:127.0.0.1]/', 'machine'],
  ['file:///home/somebody/dist/index.html', 'machine'],
  ['http://192.168.178.20/', 'network'],
  ['http://[fd00::1]/', 'network'],
  ['http://[::ffff:192.168.0.1]/', 'network'],
  ['http://desk/', 'network'],
  ['http://notlocalhost.example/', 'everybody'],
  ['https://play.example/', 'everybody'],
])('%s opens for: %s', (address, reach) => {
  expect(reachOf(new URL(address))).toBe(reach);
});

test('an address of this site is the one that readers will find, once somebody has said where', () => {
  const here = 'http://localhost:5180/';
  const matrix = `${here}matrix/?lang=zh#redlock/pause`;
  expect(forReaders(matrix, here)).toBe(matrix);
  useTypedSite.setState({ address: 'play.example' });
  expect(forReaders(matrix, here)).toBe(matrix);
  useTypedSite.setState({ address: 'https://play.example/locks' });
  expect(forReaders(matrix, here)).toBe('https://play.example/locks/matrix/?lang=zh#redlock/pause');
  expect(forReaders('https://other.example/#v1.abc', here)).toBe('https://other.example/#v1.abc');
});
