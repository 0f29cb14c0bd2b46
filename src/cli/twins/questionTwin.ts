/** A question of readers as Markdown: its answer, its limits, and the runs that show it. */
import { questionFolder } from '../../content/address/folders';
import type { Question } from '../../content/questions/question';
import { storyOfRun } from '../../content/stories/storyList';
import { questionWords } from '../../content/texts/questions';
import type { Language } from '../../core/model/values/text';
import { link, list, page, plain } from './markdown';
import { storyTwinAt } from './storyTwin';

export const questionTwinAt = (id: string, language: Language): string =>
  `${questionFolder(id, language)}index.html.md`;

export async function questionTwin(
  { id, question, answer, limits, run, beside }: Question,
  language: Language,
): Promise<string> {
  const words = questionWords[language];
  const up = '../'.repeat(questionFolder(id, language).split('/').length - 1);
  const linked = async (name: string): Promise<string> => {
    const { story } = await storyOfRun(name);
    return link(`${name} ${story.title[language]}`, `${up}${storyTwinAt(story.id, language)}`);
  };
  return page([
    `# ${plain(question[language])}`,
    `> ${plain(answer[language])}`,
    `${words.run}: ${await linked(run)}`,
    `## ${words.limits}`,
    plain(limits[language]),
    ...(beside.length === 0 ? [] : [`## ${words.beside}`, list(await Promise.all(beside.map(linked)))]),
  ]);
}
