// The token of the server's address leaves the address bar, and stays with the tab.
import { expect, test } from 'vitest';
import { takeToken, tokenOfPage } from '../../src/web/live/token';
import type { Address } from '../../src/web/state/browserAddress';

function addressAt(first: string): Address & { readonly now: () => string } {
  let url = new URL(first);
  const nothing = (): void => undefined;
  return {
    now: () => url.href,
    page: () => `${url.origin}${url.pathname}`,
    search: () => url.search,
    hash: () => url.hash,
    replace: (to) => {
      url = new URL(to, url);
    },
    push: nothing,
    onHash: nothing,
    onMove: nothing,
  };
}

function tabStorage() {
  const kept = new Map<string, string>();
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

const forbidden = (): never => {
  throw new DOMException('Storage is forbidden.', 'SecurityError');
};

test('a token leaves the address, all else stays, and a reload still has it', () => {
  const [address, storage] = [addressAt('http://10.0.0.7:5180/?token=secret&story=failover#abc'), tabStorage()];
  takeToken(address, storage);
  expect(address.now()).toBe('http://10.0.0.7:5180/?story=failover#abc');
  expect(tokenOfPage(address, storage)).toBe('secret');
  takeToken(address, storage);
  expect(tokenOfPage(address, storage)).toBe('secret');
});

test('where nothing may be stored the token stays in the address, so that a reload still has it', () => {
  const address = addressAt('http://10.0.0.7:5180/?token=secret');
  takeToken(address, forbidden);
  expect(address.now()).toBe('http://10.0.0.7:5180/?token=secret');
  expect(tokenOfPage(address, forbidden)).toBe('secret');
});

test('a page without a token has none', () => {
  const address = addressAt('http://localhost:5180/?story=failover');
  takeToken(address, forbidden);
  expect(address.now()).toBe('http://localhost:5180/?story=failover');
  expect(tokenOfPage(address, forbidden)).toBeNull();
});
