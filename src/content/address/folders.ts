/**
 * The folders of pages that are made for one run, relative to the site. They are given out, so they never change. English has
 * no folder of its own.
 */
import type { Language } from '../../core/model/text';
import type { Named } from './place';

const folderOf = (parent: 's' | 'embed', { story, variant }: Named, language: Language): string =>
  [parent, ...(language === 'en' ? [] : [language]), story, ...(variant === null ? [] : [variant]), ''].join('/');

/** Unfolds in a chat: `s/<story>/`, `s/<story>/<variant>/`, `s/zh/<story>/` … */
export const toldFolder = (named: Named, language: Language): string => folderOf('s', named, language);

/** The page that a server of ours makes of a link's code, which is what stands behind `#`. */
export const sharedFolder = (code: string): string => `r/${code}/`;

/** The frame of a story, which has a picture until its scripts run. */
export const embedFolder = (story: string, language: Language): string =>
  pictureFolder({ story, variant: null }, language);

/** Where the pictures of a story or a variant lie. */
export const pictureFolder = (named: Named, language: Language): string => folderOf('embed', named, language);
