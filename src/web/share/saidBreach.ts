/** A violation of an exercise's rules in words, with the kinds of faults as their buttons name them. */

import type { Text } from '../../core/model/values/text';
import type { Breach } from '../../course/kinds/kind';
import { kindNotInBudget } from '../../course/kinds/problems';
import { textsOf } from '../edit/kinds';
import type { SharedWords } from '../words/i18n';

/** @param words in the language in which the text will be shown */
export function saidBreach(breach: Breach, words: SharedWords): Text {
  const { unfit } = breach;
  if (unfit === undefined) return breach;
  const nameOf = (kind: string): string => textsOf(words, kind).name;
  return kindNotInBudget(nameOf(unfit.kind), unfit.kinds.map(nameOf));
}
