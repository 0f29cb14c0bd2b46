/**
 * Every combination of the answers to “Which lock do I need?”, including those left open. A language only takes rows
 * away, so it is combined with what decides about rows.
 */
import { type Answers, type Question, questions } from '../../src/search/matrix/choose';

const combined = (asked: readonly Question[]): readonly Answers[] =>
  asked.reduce<readonly Answers[]>(
    (so, question) =>
      so.flatMap((answers) => [
        answers,
        ...questions[question].map((answer): Answers => Object.assign({}, answers, { [question]: answer })),
      ]),
    [{}],
  );

export const everyAnswer: readonly Answers[] = [
  ...combined(['harm', 'check', 'runs', 'work']),
  ...combined(['harm', 'runs', 'language']).filter(({ language }) => language !== undefined),
];
