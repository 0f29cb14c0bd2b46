/** Draws parts of the page in Node with the current contents of their stores, and reads them as a person does. */
import React, { type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { vi } from 'vitest';
import { usePreferences } from '../../src/web/state/preferences';
import { startWords } from '../../src/web/words/i18n';
import { inEnglish } from '../../src/web/words/inEnglish';

export interface Drawn {
  /** All words, with one space between parts. */
  readonly text: string;
  /** The words or labels of the buttons that can be pressed. */
  readonly buttons: readonly string[];
  /** The words of the options that are chosen. */
  readonly chosen: readonly string[];
}

/** Views need it when they are loaded or drawn. */
const browser = {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  location: new URL('http://localhost/'),
  navigator: { hardwareConcurrency: 2 },
};

/** Loads views, and the words of the page in English. */
export async function loadViews<V>(load: () => Promise<V>): Promise<V> {
  // Afterwards nothing may still depend on the language.
  const follow = vi.spyOn(usePreferences, 'subscribe').mockReturnValue(() => undefined);
  vi.stubGlobal('document', { documentElement: {} });
  const inOneLanguage = async () => inEnglish;
  await startWords({ en: inOneLanguage, zh: inOneLanguage });
  vi.unstubAllGlobals();
  follow.mockRestore();
  standIn();
  const views = await load();
  vi.unstubAllGlobals();
  return views;
}

/** @param view a function, so that the element is created from the current contents of the stores */
export function draw(view: () => ReactNode): Drawn {
  // On a server, React draws the initial state of a store.
  const now = vi.spyOn(React, 'useSyncExternalStore').mockImplementation((_follow, read) => read());
  standIn();
  try {
    return read(renderToStaticMarkup(view()));
  } finally {
    vi.unstubAllGlobals();
    now.mockRestore();
  }
}

function read(html: string): Drawn {
  const found = (pattern: RegExp): readonly RegExpMatchArray[] => [...html.matchAll(pattern)];
  return {
    text: words(html),
    buttons: found(/<button\b([^>]*)>(.*?)<\/button>/gs).flatMap(([, attributes = '', inside = '']) =>
      / disabled=/.test(attributes) ? [] : [words(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inside)],
    ),
    chosen: found(/<label\b[^>]*data-chosen="true"[^>]*>(.*?)<\/label>/gs).map(([, inside = '']) => words(inside)),
  };
}

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const words = (html: string): string =>
  html
    .replace(/<[^>]*? aria-label="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([#\w]+);/g, (sign, name) => signs[name] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

function standIn(): void {
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value);
}
