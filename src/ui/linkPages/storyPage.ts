/** The page of a telling, and its oEmbed answer, with whole addresses where the site's is known. */
import { type Language, languages } from '../../model/text';
import { playgroundQuery, toldFolder } from './addresses';
import { oembedOf } from './oembed';
import type { Telling } from './toldStories';
import { unfoldedPage } from './unfoldedPage';

export interface Place {
  /** Ends with a slash; null: nobody has said where the site will be. */
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
  const folder = toldFolder(telling, language);
  const up = '../'.repeat(folder.split('/').length - 1);
  const at = (path: string): string => `${site ?? up}${path}`;
  const image = at(card ?? 'social.png');
  const inLanguages: Partial<Record<Language, string>> = {};
  for (const one of languages) inLanguages[one] = at(toldFolder(telling, one));
  const html = unfoldedPage(built, {
    up,
    language,
    title,
    text,
    opens: playgroundQuery(telling, language),
    canonical: at(folder),
    image,
    // The card of the site is that of another run.
    ...(card === null && { still: `${up}${pictureOf(telling)}` }),
    oembed: at(`${folder}oembed.json`),
    alternates: inLanguages,
    preloads,
  });
  const oembed = oembedOf({ title, embed: at(embedFolder(telling)), site: at(''), thumbnail: image });
  return { folder, html, oembed: `${JSON.stringify(oembed, null, 2)}\n` };
}

function pictureOf({ story, variant, language }: Telling): string {
  const folder = language === 'en' ? 'embed' : `embed/${language}`;
  return `${folder}/${story}/${variant === null ? '' : `${variant}/`}light.svg`;
}

function embedFolder({ story, variant, language }: Telling): string {
  const folder = language === 'en' ? 'embed' : `embed/${language}`;
  return `${folder}/${story}/?v=1${variant === null ? '' : `&variant=${variant}`}${language === 'en' ? '' : `&lang=${language}`}`;
}
