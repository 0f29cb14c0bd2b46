/**
 * `which`: the lock that four answers lead to, as text or as a decision record in Markdown. It only connects the
 * parts, and knows nothing of the process around it. Exit codes: 0 answered, 2 bad input.
 */
import { comparedChecks } from '../search/matrix/choose';
import { decisionRecord, recommendationLines } from '../search/matrix/decisionRecord';
import { recommend } from '../search/matrix/recommend';
import { rowHeads } from '../search/matrix/rowHeadTexts';
import { rowTimes } from '../search/matrix/rowTimes';
import { tablesOf } from '../search/matrix/tables';
import { say } from './say';
import { parseOrder } from './whichArguments';
import { usage } from './whichWords';

const exitBadInput = 2;

export interface Surroundings {
  readonly out: (text: string) => void;
  readonly errors: (text: string) => void;
}

/** @returns the exit code. */
export async function which(typed: readonly string[], { out, errors }: Surroundings): Promise<number> {
  const ordered = parseOrder(typed);
  if (!ordered.ok) {
    say(errors, ordered.problem[ordered.language]);
    return exitBadInput;
  }
  const { order } = ordered;
  const { language } = order;
  if (order.kind === 'help') {
    say(out, usage[language]);
    return 0;
  }
  const tables = await tablesOf(comparedChecks, 'own');
  const recommendation = recommend(order.answers, { heads: rowHeads, times: rowTimes, tables });
  const telling = { language, base: order.base };
  const text = order.isMarkdown
    ? decisionRecord(recommendation, telling).trimEnd()
    : recommendationLines(recommendation, telling).join('\n');
  say(out, text);
  return 0;
}
