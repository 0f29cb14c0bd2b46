/** Reads the colours of the theme for the canvas, once per theme, because a canvas cannot read custom properties. */
import { useEffect, useMemo, useReducer } from 'react';
import { colourOfTheme } from '../../picture/inks/colourOfTheme';
import type { Inks } from '../../picture/inks/inks';
import type { MeasureText } from '../../picture/layout/marks';
import { usePreferences } from '../state/preferences';

/** The colours of the current theme. It is a new object when the theme changes, so that pictures are painted again. */
export function useInks(): Inks {
  const theme = usePreferences((state) => state.theme);
  const [changes, changed] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    // An effect of the page sets the attribute and may run after this one, so the element itself is watched.
    const watcher = new MutationObserver(changed);
    watcher.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'style', 'class'] });
    dark.addEventListener('change', changed);
    return () => {
      watcher.disconnect();
      dark.removeEventListener('change', changed);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme and its changes are read through the document.
  return useMemo(readInks, [theme, changes]);
}

function readInks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const theme = style.colorScheme === 'dark' ? 'dark' : 'light';
  const read = (name: string): string => colourOfTheme(style.getPropertyValue(`--${name}`).trim(), theme);
  const colours = new Map<string, string>();
  const colour = (ink: string): string => {
    const before = colours.get(ink);
    if (before !== undefined) return before;
    const value = read(ink) || read('ink');
    colours.set(ink, value);
    return value;
  };
  return { colour, sans: read('sans') || 'sans-serif', mono: read('mono') || 'monospace' };
}

/** Measures text in the page's fonts, each text once. */
export function measureWith({ sans, mono }: Inks): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  const widths = new Map<string, number>();
  return (text, { size, weight, font }) => {
    const key = `${size} ${weight} ${font} ${text}`;
    const before = widths.get(key);
    if (before !== undefined) return before;
    if (context === null) return text.length * size * 0.55;
    context.font = `${weight} ${size}px ${font === 'mono' ? mono : sans}`;
    const width = context.measureText(text).width;
    // Typing numbers makes ever new texts.
    if (widths.size > 5000) widths.clear();
    widths.set(key, width);
    return width;
  };
}
