/** What went wrong in the clients' code outside the lock. Each problem is reported once. */
import { bareName } from '../../core/model/scenario/processName';
import type { Text } from '../../core/model/values/text';
import type { OwnProblem } from '../../sandbox/own/ownCalls';
import * as words from './attackWords';

const problemsMost = 3;

/** A lock that throws because another client has it is not a problem. */
export function problemsInWords(problems: readonly OwnProblem[]): readonly Text[] {
  const texts = new Map<string, Text>();
  for (const { kind, message, place: position, client = 'client1' } of problems) {
    if (kind === 'threw' || texts.has(message)) continue;
    texts.set(
      message,
      kind === 'rejected'
        ? words.ended(bareName(client), message)
        : words.happened(bareName(client), message, position?.line ?? 0),
    );
  }
  return [...texts.values()].slice(0, problemsMost);
}
