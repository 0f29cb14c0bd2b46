/** Everything on the site that programs read instead of pages, and `llms.txt`, which lists it (llmstxt.org). */
import { questions } from '../../content/questions/questions';
import { stories } from '../../content/stories';
import type { Exercise } from '../../core/model/scenario/exercise';
import { loadStory, type Story } from '../../core/model/scenario/story';
import { languages } from '../../core/model/values/text';
import { chapters } from '../../course/exercises';
import { nameOfRow } from '../../search/matrix/rowInfo';
import { rowInfos } from '../../search/matrix/rowInfos';
import { checksWith, tablesOf } from '../../search/matrix/tables';
import { exerciseTwin, exerciseTwinAt } from './exerciseTwin';
import { guideNames, guideTwin, guideTwinAt, titleOfGuide } from './guideTwin';
import { link, list, page, plain } from './markdown';
import { questionTwin, questionTwinAt } from './questionTwin';
import { rowTwin, rowTwinAt } from './rowTwin';
import { storyTwin, storyTwinAt } from './storyTwin';

export interface Twin {
  /** Relative to the site. */
  readonly path: string;
  readonly text: string;
}

/** @param site the address of the site. Null: it is not known. */
export async function* twins(site: string | null = null): AsyncGenerator<Twin, void> {
  const all = await Promise.all(stories.map(loadStory));
  for (const story of all) {
    const texts = storyTwin(story);
    for (const language of languages) yield { path: storyTwinAt(story.id, language), text: texts[language] };
  }
  for (const one of questions)
    for (const language of languages)
      yield { path: questionTwinAt(one.id, language), text: await questionTwin(one, language) };
  const exercises = await allExercises();
  for (const exercise of exercises)
    for (const language of languages)
      yield { path: exerciseTwinAt(exercise.id, language), text: exerciseTwin(exercise, language) };
  const tables = Object.values(await tablesOf(checksWith('own'), 'own'));
  for (const row of Object.keys(rowInfos))
    for (const language of languages) yield { path: rowTwinAt(row, language), text: rowTwin(row, tables, language) };
  for (const name of guideNames) yield { path: guideTwinAt(name), text: guideTwin(name, site) };
  yield { path: 'llms.txt', text: llms(all, exercises) };
}

export const allExercises = async (): Promise<readonly Exercise[]> =>
  (await Promise.all(chapters.map(({ load }) => load()))).flat();

function llms(all: readonly Story[], exercises: readonly Exercise[]): string {
  return page([
    '# Redlock Playground',
    '> How distributed locks work and fail: real lock algorithms in a deterministic simulation, stories that break them, a computed table of what breaks what, and an attack on anybody’s lock.',
    'What is listed here is Markdown: the twins of stories, questions, exercises and rows of the table, and the guides. A variant of a story stands in the twin of its story. Chinese twins lie in `zh/` beside the English ones: `s/zh/…`, `q/zh/…`, `learn/zh/…`, `matrix/zh/…`. The reference of the lock library is in English alone: `library/index.html.md`. To attack a lock of your own: `npx redlock-playground attack lock.ts`, or the MCP server `npx redlock-playground mcp`.',
    '## Guides',
    list(guideNames.map((name) => link(titleOfGuide(name), guideTwinAt(name)))),
    '## Stories',
    list(
      all.map(
        ({ id, number, title, lead }) => `${link(`${number} ${title.en}`, storyTwinAt(id, 'en'))}: ${plain(lead.en)}`,
      ),
    ),
    '## Questions that people ask',
    list(
      questions.map(
        ({ id, question, answer }) => `${link(question.en, questionTwinAt(id, 'en'))}: ${plain(answer.en)}`,
      ),
    ),
    '## What breaks what',
    list(Object.entries(rowInfos).map(([row, info]) => link(nameOfRow(info, 'en'), rowTwinAt(row, 'en')))),
    '## Exercises',
    list(exercises.map(({ id, title }) => link(title.en, exerciseTwinAt(id, 'en')))),
  ]);
}
