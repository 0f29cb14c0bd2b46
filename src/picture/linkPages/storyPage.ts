/** The page of a story or variant and its oEmbed answer. Addresses are absolute if the site's address is known. */

import { embedFolder, pictureFolder, storyFolder } from '../../content/address/folders';
import { write } from '../../content/address/write';
import { linkPreviewWords } from '../../content/texts/linkPreview';
import { type Language, languages } from '../../core/model/values/text';
import { linkPage } from './linkPage';
import { oembedOf } from './oembed';
import type { StoryVersion } from './storyVersion';

export interface PageSite {
  /** Ends with a slash; null: the site's address is not known. */
  readonly site: string | null;
  /** The card of the story or variant, relative to the site; null: the site's. */
  readonly card: string | null;
  readonly preloads: readonly string[];
  readonly stills: string;
}

export interface StoryPage {
  /** Relative to the site, with a slash at its end. */
  readonly folder: string;
  readonly html: string;
  /** JSON. */
  readonly oembed: string;
}

export function storyPage(built: string, version: StoryVersion, { site, card, preloads, stills }: PageSite): StoryPage {
  const { language, title, text, lead } = version;
  const folder = storyFolder(version, language);
  const up = '../'.repeat(folder.split('/').length - 1);
  const at = (path: string): string => `${site ?? up}${path}`;
  const image = at(card ?? 'social.png');
  const inLanguages: Partial<Record<Language, string>> = {};
  for (const one of languages) inLanguages[one] = at(storyFolder(version, one));
  const html = linkPage(built, {
    up,
    language,
    title,
    text,
    lead,
    opens: opensOf(version),
    canonical: at(folder),
    image,
    // The site's card shows another run.
    ...(card === null && { still: `${up}${pictureOf(version)}` }),
    oembed: at(`${folder}oembed.json`),
    alternates: inLanguages,
    preloads,
    stills,
    about: {
      '@type': 'LearningResource',
      learningResourceType: 'simulation',
      name: title,
      description: text,
      inLanguage: linkPreviewWords[language].tag,
      image,
      isAccessibleForFree: true,
    },
  });
  const oembed = oembedOf({ title, embed: at(frameOf(version)), site: at(''), thumbnail: image });
  return { folder, html, oembed: `${JSON.stringify(oembed, null, 2)}\n` };
}

const pictureOf = (version: StoryVersion): string => `${pictureFolder(version, version.language)}light.svg`;

/** The English page is also for readers of other languages, so it leaves the choice to them. */
const askedLanguage = ({ language }: StoryVersion): Language | null => (language === 'en' ? null : language);

/** What the playground opens. */
function opensOf(version: StoryVersion): string {
  const { story, variant } = version;
  return write({ run: { kind: 'story', story, variant }, language: askedLanguage(version) });
}

/** The name of the folder names the story. */
function frameOf(version: StoryVersion): string {
  const { story, variant, language } = version;
  return write({ page: 'embed', own: { variant }, language: askedLanguage(version) }, embedFolder(story, language));
}
