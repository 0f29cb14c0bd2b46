/**
 * Writes everything that a built site has for one story into its folder: for each variant and language a page that a
 * chat can preview, its oEmbed answer, the picture of an embed, and the frames of the story.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { embedFolder, pictureFolder, storyFolder, waitingFrame } from '../../content/address/folders';
import { stories } from '../../content/stories';
import { loadStory, publishedScenario, type Story, type Variant } from '../../core/model/scenario/story';
import type { Run } from '../../core/model/trace/run';
import { type Language, languages } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import { runScenario } from '../../core/run/runScenario';
import { themeInks } from '../../picture/inks/themeInks';
import { upFrom } from '../../picture/linkPages/plainPage';
import { storyPage } from '../../picture/linkPages/storyPage';
import { storyVersionOf } from '../../picture/linkPages/storyVersion';
import { staticPicture, titleOfVersion } from '../../picture/svg/staticPicture';
import { openCardCache, type PutCard } from '../cards/cardCache';
import { cardStyle, themeCss } from '../cards/cardStyle';
import { essayStepsOf } from '../essaySteps';
import { questionPagesOf } from '../questionPages';
import { root } from '../root';
import { framePage, waiting, withStory } from './framePage';
import { embedFiles, filesOfModules, lockModule, storyModule, storyPageModules } from './manifest';
import { firstPaintMarkup } from './still';

export interface StoryJob {
  /** The folder of the built site. */
  readonly folder: string;
  readonly story: string;
  /** The address of the site, with a slash at its end. Null: it is not known, and all pages share one card. */
  readonly address: string | null;
}

/** Where the pages of a story in one language go, and what they are made from. */
interface WritingJob extends Omit<StoryJob, 'story'> {
  readonly language: Language;
  /** The page of the playground, and the frame of the story. */
  readonly built: string;
  readonly frame: string;
  readonly preloads: readonly string[];
  readonly putCard: PutCard | null;
}

export async function writeStory({ folder, story: id, address }: StoryJob): Promise<void> {
  const entry = stories.find((one) => one.id === id);
  if (entry === undefined) throw new Error(`There is no story "${id}".`);
  const story = await loadStory(entry);
  // The story's own page is written last: once it exists, all of it exists.
  const runs = [...story.variants.toReversed(), null].map((variant) => ({
    variant,
    run: runScenario(publishedScenario(story, variant), parts),
  }));
  const putCard = address === null ? null : openCardCache(folder);
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const frame = readFileSync(join(root, 'embed/index.html'), 'utf8');
  const modules = [storyModule(entry), lockModule(story.scenario.lock.id)] as const;
  for (const language of languages.toReversed()) {
    const words = `src/web/words/${language === 'zh' ? 'inChinese' : 'inEnglish'}.ts`;
    const job: WritingJob = {
      folder,
      address,
      language,
      built,
      frame: framePage(frame, embedFolder(id, language), embedFiles(folder, { story: modules[0], language })),
      preloads: filesOfModules(folder, [...storyPageModules, words, ...modules]),
      putCard,
    };
    for (const { variant, run } of runs) await writeVersion(story, variant, run, job);
  }
}

async function writeVersion(story: Story, variant: Variant | null, run: Run, job: WritingJob): Promise<void> {
  const { language } = job;
  const named = { story: story.id, variant: variant?.id ?? null };
  const storyView = { address: `?story=${story.id}`, language };
  const title = titleOfVersion(story, variant);
  const write = (path: string, text: string): void => {
    const file = join(job.folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  const version = storyVersionOf(story, variant, run, language);
  const card = job.putCard?.(version.card(cardStyle(language))) ?? null;
  // The pictures of variants are only for feeds, paper and questions.
  for (const theme of variant === null ? (['dark', 'light'] as const) : (['light'] as const)) {
    const { colour } = themeInks(themeCss, theme);
    const drawn = { run, faults: parts.faults, title, story, variantId: named.variant, language, colour };
    const picture = staticPicture(drawn);
    write(`${pictureFolder(named, language)}${theme}.svg`, picture.svg);
    const site = { site: job.address, card };
    if (theme === 'light') {
      const beside = { ...named, ...picture, verdict: picture.verdictText, knobText: '' };
      const pages = [
        ...(await questionPagesOf(named, { language, picture }, site)),
        ...(await essayStepsOf(beside, language, site)),
      ];
      for (const { path, html } of pages) write(path, html);
    }
    if (variant !== null || theme === 'dark') continue;
    const stills = await firstPaintMarkup(job.folder, { page: 'embed', ...storyView });
    const folder = embedFolder(story.id, language);
    const canonical = `${job.address ?? upFrom(folder)}${storyFolder(named, language)}`;
    const frame = withStory(job.frame, stills, { id: story.id, language, canonical, picture });
    write(`${folder}index.html`, frame);
    write(`${folder}${waitingFrame}`, waiting(frame));
  }
  const page = storyPage(job.built, version, {
    site: job.address,
    card,
    preloads: job.preloads,
    // Links to variants are few, and the pictures of all of them would take a minute of the build.
    stills: variant === null ? await firstPaintMarkup(job.folder, { page: 'scene', ...storyView }) : '',
  });
  write(`${page.folder}oembed.json`, page.oembed);
  write(`${page.folder}index.html`, page.html);
}
