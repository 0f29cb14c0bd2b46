/** An exercise as Markdown: the task, its goals, the hints, and the text that a solver gets. */
import { write } from '../../content/address/write';
import type { Exercise } from '../../core/model/scenario/exercise';
import type { Language } from '../../core/model/values/text';
import { link, list, page, plain } from './markdown';
import { twinWords } from './twinWords';

export const exerciseTwinAt = (id: string, language: Language): string =>
  language === 'en' ? `learn/${id}.md` : `learn/zh/${id}.md`;

export function exerciseTwin(exercise: Exercise, language: Language): string {
  const words = twinWords[language];
  const { id, title, task, hints, after } = exercise;
  const aims = 'aims' in exercise ? exercise.aims.map(({ text }) => plain(text[language])) : [];
  const options = 'options' in exercise ? exercise.options.map(({ text }) => plain(text[language])) : [];
  const over = language === 'en' ? './' : '../';
  const address = write({ page: 'learn', run: { kind: 'exercise', id, link: null }, language }, over);
  return page([
    `# ${plain(title[language])}`,
    `> ${plain(task[language])}`,
    list([words.exercise, link(words.does, address)]),
    aims.length + options.length === 0 ? '' : `## ${options.length > 0 ? words.answers : words.aims}`,
    list([...aims, ...options]),
    `## ${words.hints}`,
    list(hints.map((hint) => plain(hint[language]))),
    `## ${words.after}`,
    plain(after[language]),
  ]);
}
