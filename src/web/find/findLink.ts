/**
 * The question of a search and its result, as an address has them beside the scenario:
 * `?find=pause,crash.2.overlap.10&found=4.477`, which is kinds, faults at once, harm and seeds, then breaks and runs.
 * With `.part` at the end, not everything was searched. An empty `find` asks the usual first question.
 */
import * as v from 'valibot';
import type { PageAddress } from '../../content/address/pageAddress';
import { injectableKinds, standardKinds } from '../../core/faults';
import type { FaultKind } from '../../core/model/scenario/fault';
import { harms } from '../../core/model/trace/severity';
import type { Text } from '../../core/model/values/text';
import { faultsMost } from '../../search/explore/space';
import type { Answer, Question } from '../workers/messages';
import { badClaim, badQuestion, noQuestion, seedsMost } from './findLinkProblems';

/** What the maker of a link saw. */
export type Claim = Pick<Answer, 'breaks' | 'runs' | 'isWhole'>;

export type ReadFind =
  | { readonly ok: true; readonly question: Question; readonly claim: Claim | null }
  | { readonly ok: false; readonly problem: Text; readonly text: string };

export const usualQuestion: Question = { kinds: standardKinds, faultsMax: 1, harm: 'lost', seeds: 1 };

const countMost = 1e12;
/** Longer texts are refused unread. */
const lengthMax = 400;

const whole = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,13}$/), v.transform(Number), v.minValue(least), v.maxValue(most));

const questionSchema = v.strictTuple([
  v.pipe(
    v.string(),
    v.transform((text) => text.split(',')),
    v.array(v.picklist(injectableKinds)),
    v.minLength(1),
  ),
  whole(1, faultsMost),
  v.picklist(harms),
  whole(1, seedsMost),
]);

const claimSchema = v.union([
  v.strictTuple([whole(0, countMost), whole(0, countMost)]),
  v.strictTuple([whole(0, countMost), whole(0, countMost), v.literal('part')]),
]);

export const writeQuestion = ({ kinds, faultsMax, harm, seeds }: Question): string =>
  [kinds.join(','), faultsMax, harm, seeds].join('.');

export const writeClaim = ({ breaks, runs, isWhole }: Claim): string =>
  [breaks, runs, ...(isWhole ? [] : ['part'])].join('.');

/** Null: the address asks nothing. */
export function readFind(find: PageAddress<unknown>['find']): ReadFind | null {
  if (find === null) return null;
  const { asked, found } = find;
  if (asked === null) return bad(`found=${found}`, noQuestion);
  const question = asked === '' ? usualQuestion : questionIn(asked);
  if (question === null) return bad(`find=${asked}`, badQuestion);
  const claim = found === null ? null : claimIn(found);
  if (found !== null && claim === null) return bad(`found=${found}`, badClaim);
  return { ok: true, question, claim };
}

function questionIn(text: string): Question | null {
  if (text.length > lengthMax) return null;
  const parseResult = v.safeParse(questionSchema, text.split('.'));
  if (!parseResult.success) return null;
  const [named, faultsMax, harm, seeds] = parseResult.output;
  // Each once, and in the order in which they are tried, so that equal questions have equal answers.
  return { kinds: inOrder(named), faultsMax, harm, seeds };
}

export const inOrder = (kinds: readonly FaultKind[]): readonly FaultKind[] =>
  injectableKinds.filter((kind) => kinds.includes(kind));

function claimIn(text: string): Claim | null {
  if (text.length > lengthMax) return null;
  const parseResult = v.safeParse(claimSchema, text.split('.'));
  if (!parseResult.success) return null;
  const [breaks, runs, part] = parseResult.output;
  return breaks > runs ? null : { breaks, runs, isWhole: part === undefined };
}

const bad = (text: string, problem: Text): ReadFind => ({ ok: false, problem, text: text.slice(0, lengthMax) });
