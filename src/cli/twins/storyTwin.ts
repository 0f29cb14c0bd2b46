/** A story as Markdown: what the page shows, event by event, with its verdict and how its variants end. */
import { storyFolder } from '../../content/address/folders';
import { write } from '../../content/address/write';
import { page as en } from '../../content/texts/en/page';
import { page as zh } from '../../content/texts/zh/page';
import { publishedScenario, type Story, type Variant } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { formatAt } from '../../core/model/values/format';
import { type Language, languages } from '../../core/model/values/text';
import { type Explained, instantOf } from '../../core/narrate/explain';
import { narrate } from '../../core/narrate/narrate';
import { readingOf } from '../../core/narrate/reading';
import { named } from '../../core/narrate/renamedWords';
import { speechOf } from '../../core/narrate/speechOf';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { link, list, page, plain, table } from './markdown';
import { twinWords } from './twinWords';

const pageWords = { en, zh };

/** Beside the story's page, which is a folder. */
export const storyTwinAt = (id: string, language: Language): string =>
  `${storyFolder({ story: id, variant: null }, language)}index.html.md`;

/** @returns the text in each language */
export function storyTwin(story: Story): Readonly<Record<Language, string>> {
  const played = (variant: Variant | null): Run => runScenario(publishedScenario(story, variant), parts);
  const run = played(null);
  const variants = story.variants.map((variant) => ({ variant, run: played(variant) }));
  const texts = languages.map((language) => [language, inLanguage(story, { run, variants, language })] as const);
  return { en: '', zh: '', ...Object.fromEntries(texts) };
}

interface StoryRuns {
  readonly run: Run;
  readonly variants: readonly { readonly variant: Variant; readonly run: Run }[];
  readonly language: Language;
}

function inLanguage(story: Story, { run, variants, language }: StoryRuns): string {
  const words = twinWords[language];
  const speech = named(speechOf[language], story.names, language);
  const { headline, sentence, chain, facts, pair } = readingOf(run.verdict, speech);
  const timed = (one: Explained): string => {
    const at = instantOf(one, run.trace);
    return `${at === undefined ? '' : `${formatAt(at)} `}${plain(one.text)}`;
  };
  const address = (variant: Variant | null): string =>
    write({ run: { kind: 'story', story: story.id, variant: variant?.id ?? null }, language }, rootOf(language));
  return page([
    `# ${plain(story.title[language])}`,
    `> ${plain(story.lead[language])}`,
    list([
      words.story(story.number),
      `${words.ends}: ${plain(pair.lock.text)}; ${plain(pair.data.text)}`,
      link(words.plays, address(null)),
    ]),
    `## ${words.run}`,
    list(narrate(run.trace, speech).map(({ at, text }) => `${formatAt(at)} ${plain(text)}`)),
    `## ${words.why}`,
    `**${plain(headline)}** ${plain(sentence)}`,
    list([...chain, ...facts].map(timed)),
    variants.length === 0 ? '' : `## ${words.variants}`,
    variants.length === 0
      ? ''
      : table(
          [words.variant, words.ends],
          variants.map(({ variant, run: { verdict } }) => {
            const ends = readingOf(verdict, speech).pair;
            const name = variant.fix === true ? `${words.fix}: ${variant.title[language]}` : variant.title[language];
            return [link(name, address(variant)), plain(`${ends.lock.text}; ${ends.data.text}`)];
          }),
        ),
    `## ${words.modelled}`,
    plain(story.modelled[language]),
    `## ${words.notModelled}`,
    plain(story.notModelled[language]),
    `## ${words.sources}`,
    list(story.sources.map((source) => plain(pageWords[language].source[source === 'redis.io' ? 'redisIo' : source]))),
  ]);
}

/** The root of the site, seen from the twin. */
const rootOf = (language: Language): string => (language === 'en' ? '../../' : '../../../');
