// The theme's colours for canvases and pictures: each one is written once, with its light and its dark value.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { colourOfTheme } from '../../src/ui/look/colourOfTheme';
import { themeInks } from '../../src/ui/look/themeInks';

const css = readFileSync(join(root, 'src/ui/look/theme.css'), 'utf8');

it.each([
  ['light-dark(#fff, #000)', '#fff', '#000'],
  ['light-dark(#fbfaf8,#161513)', '#fbfaf8', '#161513'],
  ['#0072b2', '#0072b2', '#0072b2'],
  ['', '', ''],
])('%s is %s in the light theme and %s in the dark one', (value, light, dark) => {
  expect(colourOfTheme(value, 'light')).toBe(light);
  expect(colourOfTheme(value, 'dark')).toBe(dark);
});

test('a picture has the colours of its theme', () => {
  expect(themeInks(css, 'light').colour('page')).toBe('#fbfaf8');
  expect(themeInks(css, 'dark').colour('page')).toBe('#161513');
  expect(themeInks(css, 'dark').colour('no-such-ink')).toBe('#efece7');
});

test('every colour is written once, with both its values', () => {
  const names = [...css.matchAll(/--([\w-]+):\s*(?:light-dark|#)/g)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(css).not.toMatch(/--[\w-]+:\s*#/);
});
