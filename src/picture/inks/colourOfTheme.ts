/**
 * The value of a colour in one theme. The style sheet writes both (`light-dark(#fff, #000)`), but a canvas or a
 * picture needs one.
 */

export type ColourTheme = 'light' | 'dark';

/** @param value as in the style sheet; a value that both themes share is returned as it is */
export function colourOfTheme(value: string, theme: ColourTheme): string {
  const pair = /^light-dark\((.+),(.+)\)$/.exec(value);
  return (pair?.[theme === 'light' ? 1 : 2] ?? value).trim();
}
