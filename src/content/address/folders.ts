/**
 * The folders of pages that are made for one run, relative to the site. They are published, so they never change.
 * English has no folder of its own.
 */
import type { Language } from '../../core/model/values/text';
import type { Named } from './pageAddress';

const folderOf = (parent: 's' | 'embed', { story, variant }: Named, language: Language): string =>
  [parent, ...(language === 'en' ? [] : [language]), story, ...(variant === null ? [] : [variant]), ''].join('/');

/** Pages that a chat can preview: `s/<story>/`, `s/<story>/<variant>/`, `s/zh/<story>/` … */
export const storyFolder = (named: Named, language: Language): string => folderOf('s', named, language);

/** The page of a question that people ask, or for null the list of all questions: `q/`, `q/<id>/`, `q/zh/<id>/`. */
export const questionFolder = (id: string | null, language: Language): string =>
  ['q', ...(language === 'en' ? [] : [language]), ...(id === null ? [] : [id]), ''].join('/');

/** The essay, and the page of one of its steps, which leads to it: `essay/`, `essay/zh/`, `essay/pause/`, `essay/zh/pause/`. */
export const essayFolder = (language: Language, step?: string): string =>
  ['essay', ...(language === 'en' ? [] : [language]), ...(step === undefined ? [] : [step]), ''].join('/');

/** The page that our server makes for a link's code, which is the part after `#`. */
export const sharedFolder = (code: string): string => `r/${code}/`;

/** The frame of a story, which shows a picture until its scripts run. */
export const embedFolder = (story: string, language: Language): string =>
  pictureFolder({ story, variant: null }, language);

/** In the same folder: the frame's picture without its program. */
export const waitingFrame = 'still.html';

/** The folder with the pictures of a story or variant. */
export const pictureFolder = (named: Named, language: Language): string => folderOf('embed', named, language);
