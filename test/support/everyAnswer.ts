/** Every combination of the four answers to “Which lock do I need?”, including those left open. */
import { type Answers, askedQuestions, questions } from '../../src/search/matrix/choose';

export const everyAnswer: readonly Answers[] = askedQuestions.reduce<readonly Answers[]>(
  (so, question) =>
    so.flatMap((answers) => [
      answers,
      ...questions[question].map((answer): Answers => Object.assign({}, answers, { [question]: answer })),
    ]),
  [{}],
);
