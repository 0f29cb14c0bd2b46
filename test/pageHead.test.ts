// What the head of a page says to search engines and chats, with an address and without one.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { headTags } from '../scripts/pageHead.mjs';
import { siteAddress } from '../src/site/siteAddress';

const html = readFileSync(new URL('../index.html', import.meta.url), 'utf8');

const headOf = (site: string | null, path = '') =>
  Object.fromEntries(
    headTags(html, { site, path }).map(({ attrs = {} }) => [
      attrs['property'] ?? attrs['name'] ?? attrs['rel'],
      attrs['content'] ?? attrs['href'],
    ]),
  );

test('an address is whole, ends with a slash, and may have a sub-path', () => {
  expect(siteAddress('https://example.org/locks')).toBe('https://example.org/locks/');
  expect(siteAddress('')).toBe(null);
  expect(() => siteAddress('ftp://example.org')).toThrow('SITE_URL');
});

test('with an address, a page names it as canonical, and its card has a picture', () => {
  expect(headOf('https://example.org/locks/', 'learn/')).toMatchObject({
    'og:title': 'Redlock Playground',
    'og:url': 'https://example.org/locks/learn/',
    'og:image': 'https://example.org/locks/social.png',
    canonical: 'https://example.org/locks/learn/',
  });
});

test('without an address, a page does not say where it is', () => {
  const tags = headOf(null);
  expect(tags['og:description']).toContain('distributed locks');
  expect(Object.keys(tags)).not.toContain('canonical');
  expect(Object.keys(tags)).not.toContain('og:image');
});

test('the card has the size that previews are cut from', () => {
  const png = readFileSync(new URL('../public/social.png', import.meta.url));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
