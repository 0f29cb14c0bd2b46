// The theme's colours for canvases and pictures: each is defined once, with a light and a dark value. The colours of
// a verdict are readable in both themes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { tones } from '../../src/core/model/trace/severity';
import { colourOfTheme } from '../../src/picture/inks/colourOfTheme';
import { themeInks } from '../../src/picture/inks/themeInks';
import { toneSigns } from '../../src/picture/inks/toneSigns';
import '../support/handIn';

const css = readFileSync(join(root, 'src/web/appearance/theme.css'), 'utf8');

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

/** The contrast as WCAG 2 defines it, from 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

test.each(tones)('the tone %s can be read on page, panel and its own ground, in both themes', (tone) => {
  const rule = new RegExp(
    `data-tone="${tone}"\\] \\{\\s*--tone: var\\(--([\\w-]+)\\);\\s*--tone-soft: var\\(--([\\w-]+)\\)`,
  );
  const [, ink = '', soft = ''] = rule.exec(css) ?? [];
  expect([ink, soft]).not.toContain('');
  for (const theme of ['light', 'dark'] as const) {
    const { colour } = themeInks(css, theme);
    for (const ground of [soft, 'page', 'panel'])
      for (const text of [ink, 'ink', 'muted'])
        expect(contrast(colour(text), colour(ground)), `${text} on ${ground}, ${theme}`).toBeGreaterThanOrEqual(4.5);
  }
});

test('each tone has a sign of its own, which stays the same when its lines are joined', () => {
  expect(new Set(tones.map((tone) => toneSigns[tone].join(''))).size).toBe(tones.length);
  for (const tone of tones) for (const path of toneSigns[tone]) expect(path).toMatch(/^M/);
});
