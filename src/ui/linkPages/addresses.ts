/**
 * The addresses of pages that unfold in a chat, relative to the site. They are given out, so they never change. English
 * has no folder of its own, as with embeds.
 */
import type { Language } from '../../model/text';

export interface Told {
  readonly story: string;
  /** null: the story as told first. */
  readonly variant: string | null;
}

/** `s/<story>/`, `s/<story>/<variant>/`, `s/zh/<story>/` … */
export const toldFolder = ({ story, variant }: Told, language: Language): string =>
  ['s', ...(language === 'en' ? [] : [language]), story, ...(variant === null ? [] : [variant]), ''].join('/');

/** What the playground opens for it. English is also for readers of other languages: it leaves the choice to them. */
export function playgroundQuery({ story, variant }: Told, language: Language): string {
  const query = new URLSearchParams({ story });
  if (variant !== null) query.set('variant', variant);
  if (language !== 'en') query.set('lang', language);
  return `?${query}`;
}

/** The page that a server of ours makes of a link's code, which is what stands behind `#`. */
export const sharedFolder = (code: string): string => `r/${code}/`;
