/**
 * The folders of pages that are made for one run, relative to the site. They are given out, so they never change. English has
 * no folder of its own.
 */
import type { Language } from '../../model/text';
import type { Named } from './place';

const inLanguage = (language: Language): readonly string[] => (language === 'en' ? [] : [language]);

const ofVariant = (variant: string | null): readonly string[] => (variant === null ? [] : [variant]);

/** Unfolds in a chat: `s/<story>/`, `s/<story>/<variant>/`, `s/zh/<story>/` … */
export const toldFolder = ({ story, variant }: Named, language: Language): string =>
  ['s', ...inLanguage(language), story, ...ofVariant(variant), ''].join('/');

/** The page that a server of ours makes of a link's code, which is what stands behind `#`. */
export const sharedFolder = (code: string): string => `r/${code}/`;

/** The frame of a story, which has a picture until its scripts run. */
export const embedFolder = (story: string, language: Language): string =>
  ['embed', ...inLanguage(language), story, ''].join('/');

/** Where the pictures of a story or a variant lie. */
export const pictureFolder = ({ story, variant }: Named, language: Language): string =>
  ['embed', ...inLanguage(language), story, ...ofVariant(variant), ''].join('/');
