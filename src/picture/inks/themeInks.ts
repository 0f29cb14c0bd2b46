/** The colours of a theme, read from the style sheet itself, for pictures made without a page. */

import { type ColourTheme, colourOfTheme } from './colourOfTheme';
import type { Inks } from './inks';

/** @param css the text of theme.css. An ink that the theme does not name falls back to `ink`. */
export function themeInks(css: string, theme: ColourTheme): Pick<Inks, 'colour'> {
  const colours = new Map(
    [...css.matchAll(/--([\w-]+):\s*(light-dark\([^)]+\)|#[0-9a-f]{3,8});/gi)].map(
      ([, name, value = '']) => [name, colourOfTheme(value, theme)] as const,
    ),
  );
  const ink = colours.get('ink') ?? '#000';
  return { colour: (name) => colours.get(name) ?? ink };
}
