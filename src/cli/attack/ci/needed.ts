/** How little of its faults a break needs, in words. */
import { formatMs } from '../../../core/model/values/format';
import type { Language } from '../../../core/model/values/text';
import { type Compared, unitOf } from './accepted';
import * as words from './ciWords';
import type { FoundBreak, Needed } from './found';

const lengthsOf = ({ from }: Needed, faults: FoundBreak['faults']): readonly string[] =>
  faults.flatMap(({ kind }, index) => {
    const least = from[index] ?? 0;
    return least === 0 ? [] : [unitOf(kind) === 'ms' ? formatMs(least) : `${least} ppm`];
  });

type Failing = Compared['failing'][number];

/** Why a break fails. */
export function stateOf({ name, faults, needs, easier }: Failing, unreasoned: ReadonlySet<string>, language: Language) {
  if (easier !== undefined && needs !== null) {
    const [before, now] = [easier, needs].map((one) => ({ lease: formatMs(one.lease), least: lengthsOf(one, faults) }));
    if (before !== undefined && now !== undefined) return words.easier(before, now)[language];
  }
  return (unreasoned.has(name) ? words.withoutReason : words.isNew)[language];
}

/** Why a break is accepted, and from which length on. */
export function acceptedIn(
  { reason, acceptedNeeds, faults }: Compared['accepted'][number],
  language: Language,
): string {
  const lengths = acceptedNeeds === null ? [] : lengthsOf(acceptedNeeds, faults);
  if (acceptedNeeds === null || lengths.length === 0) return words.isAccepted(reason)[language];
  return words.isAcceptedFrom(reason, { least: lengths, lease: formatMs(acceptedNeeds.lease) })[language];
}
