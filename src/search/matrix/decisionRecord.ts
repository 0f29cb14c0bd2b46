/**
 * A recommendation as a decision record in Markdown, and as lines for a terminal. Both say what
 * `describeRecommendation` says.
 */

import { recommendWords } from '../../content/texts/recommend';
import type { Language } from '../../core/model/text';
import { askedQuestions, type Question, questionNames, writeAnswers } from './choose';
import { answerText, describeRecommendation, type Line, type Link, questionText } from './describeRecommendation';
import type { Recommendation } from './recommendation';

export interface RecordOptions {
  readonly language: Language;
  /** The address of the site, with a `/` at its end. */
  readonly base: string;
}

/** The address that a link leads to. */
function hrefOf({ to, address }: Link, base: string): string {
  switch (to) {
    case 'cell':
      return `${base}matrix/${address}`;
    case 'story':
      return `${base}${address}`;
    case 'web':
      return address;
    default:
      return to satisfies never;
  }
}

export const addressOf = ({ answers }: Recommendation, base: string): string =>
  `${base}matrix/#which/${writeAnswers(answers)}`;

/** Answers that were not given are shown for these. */
const asked: readonly Question[] = askedQuestions;

type Section = readonly [title: string, lines: readonly Line[], code?: string];

const plain = (text: string): Line => ({ text, links: [] });

function sectionsOf(recommendation: Recommendation, language: Language): readonly Section[] {
  const described = describeRecommendation(recommendation, language);
  const { parts, noPromise, noChange, change, answered: saying, sentences } = recommendWords[language];
  const answered = questionNames
    .filter((question) => asked.includes(question) || recommendation.answers[question] !== undefined)
    .map((question) =>
      plain(saying(questionText(question, language), answerText(question, recommendation.answers, language))),
    );
  const runnersUp = described.runnersUp.flatMap(({ title, lines }) => [
    {
      text: `${title}${language === 'zh' ? '：' : ': '}${sentences(lines.map(({ text }) => text))}`,
      links: linksOf(lines),
    },
  ]);
  const changes = described.changes.map(({ condition, title, link }) => ({
    text: change(condition, title),
    links: [link],
  }));
  const sections: readonly Section[] = [
    [parts.answers, answered],
    [parts.why, [plain(described.why), ...described.backing, ...described.notes]],
    [parts.settings, described.settings.map(plain)],
    ...(described.lockCode === null
      ? []
      : [[parts.lockCode, [plain(described.lockCode.note)], described.lockCode.text] as const]),
    ...(described.code === null ? [] : [[parts.code, [plain(described.code.note)], described.code.text] as const]),
    [parts.conditions, described.conditions],
    [parts.cannot, described.cannot],
    [recommendation.shows.isRemedy ? parts.remedy : parts.shows, [described.shows]],
    [parts.runnersUp, runnersUp],
    [parts.changes, changes.length === 0 ? [plain(noChange)] : changes],
    [parts.basis, [plain(described.left), plain(noPromise)]],
  ];
  return sections.filter(([, lines]) => lines.length > 0);
}

const linksOf = (lines: readonly Line[]): readonly Link[] => lines.flatMap(({ links }) => links);

/** Markdown with the links. It ends with a line break. */
export function decisionRecord(recommendation: Recommendation, { language, base }: RecordOptions): string {
  const { parts } = recommendWords[language];
  const { title } = describeRecommendation(recommendation, language);
  const linked = ({ text, links }: Line): string =>
    [escaped(text), ...links.map((link) => `[${escaped(link.text)}](${hrefOf(link, base)})`)].join(' ');
  const body = sectionsOf(recommendation, language).map(
    ([heading, lines, code]) =>
      `## ${heading}\n\n${fenced(code)}${lines.map((line) => `- ${linked(line)}`).join('\n')}\n`,
  );
  const address = addressOf(recommendation, base);
  return [`# ${parts.record}\n`, `**${escaped(title)}**\n`, ...body, `<${address}>\n`].join('\n');
}

const fenced = (code: string | undefined): string => (code === undefined ? '' : `\`\`\`\n${code}\n\`\`\`\n\n`);

/** Escapes the signs that mean something in Markdown. */
const escaped = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&');

/** For a terminal, one string per line. */
export function recommendationLines(
  recommendation: Recommendation,
  { language, base }: RecordOptions,
): readonly string[] {
  const { title } = describeRecommendation(recommendation, language);
  const body = sectionsOf(recommendation, language).flatMap(([heading, lines, code]) => [
    '',
    heading,
    ...(code === undefined ? [] : code.split('\n').map((line) => `    ${line}`)),
    ...lines.flatMap(({ text, links }) => [`- ${text}`, ...links.map((link) => `  ${hrefOf(link, base)}`)]),
  ]);
  return [title, ...body, '', addressOf(recommendation, base)];
}
