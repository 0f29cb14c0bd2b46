/** A recommendation as lines for a terminal. */
import { recommendWords } from '../../content/texts/recommend';
import { whichWords } from '../../content/texts/which';
import { withColon } from '../../core/model/values/joinedTexts';
import { askedQuestions, type Question, questionNames, writeAnswers } from './choose';
import type { Line } from './claim';
import { answerText, type Code, type Recommendation } from './recommend';

type Said = string | Pick<Line, 'text' | 'links'>;

/** @param base the address of the site, with a `/` at its end. */
export function recommendationLines(recommendation: Recommendation, base: string): readonly string[] {
  const { answers, language } = recommendation;
  const { parts, noPromise, noChange, change, answered, sentences } = recommendWords[language];
  const { title, backing, notes, settings, lockCode, code, conditions, cannot, shows, left } = recommendation;
  const usualQuestions: readonly Question[] = askedQuestions;
  const hrefOf = (address: string): string =>
    address.startsWith('#') ? `${base}matrix/${address}` : address.replace(/^\.\.\//, base);
  const lineOf = (line: Said): readonly string[] =>
    typeof line === 'string'
      ? [`- ${line}`]
      : [`- ${line.text}`, ...line.links.map(({ address }) => `  ${hrefOf(address)}`)];
  const part = (heading: string, lines: readonly Said[], text = ''): readonly string[] =>
    lines.length === 0
      ? []
      : [
          '',
          heading,
          ...text
            .split('\n')
            .filter(Boolean)
            .map((line) => `    ${line}`),
          ...lines.flatMap(lineOf),
        ];
  const codePart = (heading: string, codeBlock: Code | null) =>
    codeBlock === null ? [] : part(heading, [codeBlock.note], codeBlock.text);
  const runnersUp = recommendation.runnersUp.map(({ title: name, lines }) => ({
    text: withColon(name, sentences(lines.map(({ text }) => text))),
    links: lines.flatMap(({ links }) => links),
  }));
  const changes = recommendation.changes.map(({ condition, title: other, address }) => ({
    text: change(condition, other),
    links: [{ address, text: condition, name: condition }],
  }));
  return [
    title,
    ...part(
      parts.answers,
      questionNames
        .filter((question) => usualQuestions.includes(question) || answers[question] !== undefined)
        .map((question) => answered(whichWords[language].questions[question], answerText(question, answers, language))),
    ),
    ...part(parts.why, [recommendation.why, ...backing, ...notes]),
    ...part(parts.settings, settings),
    ...codePart(parts.lockCode, lockCode),
    ...codePart(parts.code, code),
    ...part(parts.conditions, conditions),
    ...part(parts.cannot, cannot),
    ...part(shows.isRemedy ? parts.remedy : parts.shows, [shows.line]),
    ...part(parts.runnersUp, runnersUp),
    ...part(parts.changes, changes.length === 0 ? [noChange] : changes),
    ...part(parts.basis, [left, noPromise]),
    '',
    `${base}matrix/#which/${writeAnswers(answers)}`,
  ];
}
