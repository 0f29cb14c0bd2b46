/** Which of a colour's two values a theme has. The style sheet writes both, `light-dark(#fff, #000)`; a canvas and a picture need one. */

export type ColourTheme = 'light' | 'dark';

/** @param value as the style sheet has it; one that is the same in both themes stays as it is. */
export function colourOfTheme(value: string, theme: ColourTheme): string {
  const pair = /^light-dark\((.+),(.+)\)$/.exec(value);
  return (pair?.[theme === 'light' ? 1 : 2] ?? value).trim();
}
