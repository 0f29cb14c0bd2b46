/** The tools `which_lock` and `find_story`. */
import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { whichMark } from '../../content/address/pageAddress';
import { stories } from '../../content/stories';
import { loadStory, type Story } from '../../core/model/scenario/story';
import type { Language, Text } from '../../core/model/values/text';
import { visible } from '../../core/model/values/visible';
import { type Answers, comparedChecks, questions, readAnswers } from '../../search/matrix/choose';
import { recommend } from '../../search/matrix/recommend';
import { recommendationLines } from '../../search/matrix/recommendationLines';
import { rowInfos } from '../../search/matrix/rowInfos';
import { rowTimes } from '../../search/matrix/rowTimes';
import { tablesOf } from '../../search/matrix/tables';
import { type Entry, Search } from '../../web/gallery/search';
import { noStoryFound, parameters, tools } from './mcpWords';
import { refusal } from './refusal';

const lang = z.enum(['en', 'zh']).optional().describe(parameters.lang);

const answers = z.strictObject({
  harm: z.enum(questions.harm).optional().describe(parameters.cost),
  check: z.enum(questions.check).optional().describe(parameters.check),
  runs: z.enum(questions.runs).optional().describe(parameters.runs),
  work: z.enum(questions.work).optional().describe(parameters.work),
  waits: z.enum(questions.waits).optional().describe(parameters.waits),
  language: z.enum(questions.language).optional().describe(parameters.language),
  clock: z.enum(questions.clock).optional().describe(parameters.clock),
  lang,
});

const recommended = z.object({ lock: z.string(), cells: z.array(z.string()) });

const askedStory = z.strictObject({ words: z.string().min(1).max(300).describe(parameters.words), lang });

const foundStories = z.object({
  stories: z.array(z.object({ id: z.string(), number: z.string(), title: z.string(), uri: z.string() })),
});

const storiesMost = 5;

/** The page may not be served, so its addresses become those of resources and calls. */
const base = 'page:';

const annotations = { readOnlyHint: true, openWorldHint: false };

export function addChoiceTools(server: McpServer): void {
  server.registerTool(
    'which_lock',
    { ...tools.which_lock, inputSchema: answers, outputSchema: recommended, annotations },
    async ({ lang: language = 'en', ...given }) => {
      const userAnswers: Answers = JSON.parse(JSON.stringify(given));
      const tables = await tablesOf(comparedChecks, 'own');
      const recommendation = recommend(userAnswers, { infos: rowInfos, times: rowTimes, tables }, language);
      const lines = recommendationLines(recommendation, base);
      const text = visible(lines.map(ofServer).join('\n'));
      const cells = [...new Set(text.match(/redlock:\/\/cell\/\S+/g))];
      return { content: [{ type: 'text', text }], structuredContent: { lock: lines[0] ?? '', cells } };
    },
  );
  server.registerTool(
    'find_story',
    { ...tools.find_story, inputSchema: askedStory, outputSchema: foundStories, annotations },
    async ({ words, lang: language = 'en' }) => {
      const all = await Promise.all(stories.map(loadStory));
      // Both languages, since the words may be in either.
      const ids = (['en', 'zh'] as const).flatMap((each) =>
        new Search(all.map((story) => entryOf(story, each))).ask(words).matches.map(({ id }) => id),
      );
      const storyMatches = [...new Set(ids)]
        .slice(0, storiesMost)
        .flatMap((id) => all.filter((story) => story.id === id));
      if (storyMatches.length === 0) return refusal(noStoryFound(words)[language]);
      const listed = storyMatches.map(({ id, number, title }) => ({
        id,
        number,
        title: title[language],
        uri: `redlock://story/${id}`,
      }));
      const text = listed.map(({ number, title, uri }) => `${number} ${title}\n  ${uri}`).join('\n');
      return { content: [{ type: 'text', text }], structuredContent: { stories: listed } };
    },
  );
}

const whichAddress = new RegExp(`${base}matrix/#${whichMark}(\\S+)`);
/** A cell with all of its three parts. */
const cell = new RegExp(`${base}matrix/#([\\w.-]+/[\\w.-]+/[\\w.-]+)(?!\\S)`, 'g');

/** A line with the page's addresses as the server's. */
const ofServer = (line: string): string =>
  line
    .replace(whichAddress, (_all, words: string) => `which_lock ${JSON.stringify(readAnswers(words).answers)}`)
    .replaceAll(cell, 'redlock://cell/$1');

function entryOf(story: Story, language: Language): Entry {
  const { id, number, title, lead, argument, beats, modelled, notModelled, variants } = story;
  const translations = (texts: readonly Text[]): readonly string[] => texts.map((text) => text[language]);
  return {
    id,
    texts: {
      number: [number],
      title: [title[language]],
      names: [],
      also: [],
      id: [id],
      argument: argument === undefined ? [] : [argument[language]],
      article: [],
      lead: [lead[language]],
      beats: beats.map(({ text }) => text[language]),
      more: translations([
        modelled,
        notModelled,
        ...variants.flatMap(({ title: of, text }) => (text === undefined ? [of] : [of, text])),
      ]),
    },
  };
}
