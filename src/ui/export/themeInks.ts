/** The colours of a theme, read from the style sheet itself: for pictures that are made where no page is. */
import type { Inks } from '../timeline/paint';

export type PictureTheme = 'light' | 'dark';

/** @param css the text of theme.css. An ink that the theme does not name is ink. */
export function themeInks(css: string, theme: PictureTheme): Pick<Inks, 'colour'> {
  const start = theme === 'light' ? css.indexOf(':root {') : css.indexOf(':root[data-theme="dark"] {');
  const block = css.slice(start, css.indexOf('\n}', start));
  const colours = new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,8});/gi)].map(([, name, value]) => [name, value]),
  );
  const ink = colours.get('ink') ?? '#000';
  return { colour: (name) => colours.get(name) ?? ink };
}
