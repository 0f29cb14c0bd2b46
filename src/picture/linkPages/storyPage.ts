/** The page of a telling and its oEmbed answer. Addresses are absolute if the site's address is known. */

import { embedFolder, pictureFolder, storyFolder } from '../../content/address/folders';
import { write } from '../../content/address/write';
import { type Language, languages } from '../../core/model/text';
import { oembedOf } from './oembed';
import type { Telling } from './telling';
import { unfoldedPage } from './unfoldedPage';

export interface Place {
  /** Ends with a slash; null: the site's address is not known. */
  readonly site: string | null;
  /** The telling's own card, relative to the site; null: the site's. */
  readonly card: string | null;
  readonly preloads: readonly string[];
}

export interface StoryPage {
  /** Relative to the site, with a slash at its end. */
  readonly folder: string;
  readonly html: string;
  /** JSON. */
  readonly oembed: string;
}

export function storyPage(built: string, telling: Telling, { site, card, preloads }: Place): StoryPage {
  const { language, title, text } = telling;
  const folder = storyFolder(telling, language);
  const up = '../'.repeat(folder.split('/').length - 1);
  const at = (path: string): string => `${site ?? up}${path}`;
  const image = at(card ?? 'social.png');
  const inLanguages: Partial<Record<Language, string>> = {};
  for (const one of languages) inLanguages[one] = at(storyFolder(telling, one));
  const html = unfoldedPage(built, {
    up,
    language,
    title,
    text,
    opens: opensOf(telling),
    canonical: at(folder),
    image,
    // The site's card shows another run.
    ...(card === null && { still: `${up}${pictureOf(telling)}` }),
    oembed: at(`${folder}oembed.json`),
    alternates: inLanguages,
    preloads,
  });
  const oembed = oembedOf({ title, embed: at(frameOf(telling)), site: at(''), thumbnail: image });
  return { folder, html, oembed: `${JSON.stringify(oembed, null, 2)}\n` };
}

const pictureOf = (telling: Telling): string => `${pictureFolder(telling, telling.language)}light.svg`;

/** The English page is also for readers of other languages, so it leaves the choice to them. */
const askedLanguage = ({ language }: Telling): Language | null => (language === 'en' ? null : language);

/** What the playground opens. */
function opensOf(telling: Telling): string {
  const { story, variant } = telling;
  return write({ run: { kind: 'story', story, variant }, language: askedLanguage(telling) });
}

/** The name of the folder names the story. */
function frameOf(telling: Telling): string {
  const { story, variant, language } = telling;
  return write({ page: 'embed', own: { variant }, language: askedLanguage(telling) }, embedFolder(story, language));
}
