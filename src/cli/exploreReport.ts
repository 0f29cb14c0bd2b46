/** The results of a search, for a person at a terminal or for a program. Prints nothing itself. */

import { encodeLink } from '../core/model/links/link';
import type { ProcessNames } from '../core/model/scenario/story';
import type { Language, Text } from '../core/model/values/text';
import type { Parts } from '../core/sim/parts';
import { finished, type Placements, scenarioOf } from '../search/explore/branch';
import { milestonesIn } from '../search/explore/milestones';
import {
  breakReport,
  heldCount,
  mostEventful,
  placesOf,
  SmallestBreaks,
  type SmallestFound,
  unreachedIn,
} from '../search/explore/searchReport';
import * as exploreWords from '../search/explore/words';
import { answersAsJson, answersAsText, answersOf } from '../search/late/answers';
import type { RemedyBudget } from '../search/late/remedies';
import type { FoundOfSeed } from './exploreSearch';
import * as words from './exploreWords';

interface ReportOptions {
  readonly language: Language;
  readonly parts: Parts;
  /** Of the processes of the story. */
  readonly names?: ProcessNames | undefined;
  /** Where a run can be viewed, by the part of a link after `#`. Null: nowhere. */
  readonly addressOf: (run: Shown) => string | null;
  /** Nothing was left out. */
  readonly isWhole: boolean;
  /** Whether there is time for a few hundred more runs. Absent: always. */
  readonly hasTime?: () => boolean;
  /** How many changes are tried to find what would have prevented a shown break. */
  readonly asking: RemedyBudget;
  /** What would settle a search without a break. Null: it is settled. */
  readonly unsettled?: Text | null;
  /** A failure without a fault that is no harm that a search looks for. */
  readonly failing?: readonly Text[];
  /** How the breaks are grouped. Absent: they are not. */
  readonly parted?: readonly PartOfFound[];
}

/** A group of breaks with its own title. */
export interface PartOfFound {
  /** Null: there is only one group. */
  readonly title: Text | null;
  readonly all: readonly FoundOfSeed[];
  /** How many are shown in full. */
  readonly most: number;
  /** Fields that each of them gets in JSON. */
  readonly marked?: Pick<Shown, 'isOwn'>;
}

/** A run that is shown. */
export interface Shown {
  readonly link: string;
  /** Only for a break. */
  readonly smallestBreak?: SmallestFound;
  /** Only this lock has it. */
  readonly isOwn?: boolean;
}

export const breaksReported = 5;

/** Each text is made on demand, because making a break smaller takes a few hundred runs. */
export function* foundAsText(all: readonly FoundOfSeed[], options: ReportOptions): Generator<string, void, void> {
  const { language } = options;
  for (const one of all.slice(0, 1)) yield exploreWords.spaceInWords({ ...one.space, ...ofAll(all) })[language];
  for (const { idle } of all.slice(0, 1)) if (idle.length > 0) yield exploreWords.idle(idle)[language];
  let number = 0;
  for (const what of options.failing ?? [])
    yield `\n${++number}. ${what[language]}\n   ${exploreWords.withoutFault[language]}`;
  const hasFailing = number > 0;
  for (const { title, breaks, most, marked } of smallestParts(all, options)) {
    if (title !== null && breaks.length > 0) yield `\n${title[language]}`;
    for (const one of breaks.slice(0, most))
      yield `\n${++number}. ${breakAsText(one, { ...options, ...marked }).join('\n   ')}`;
    if (breaks.length > most) yield `\n${exploreWords.more(breaks.length - most)[language]}`;
  }
  yield '';
  yield* coverageAsText(all, options, number === 0 || (hasFailing && all.every(({ breaks }) => breaks.length === 0)));
  const { unsettled = null } = options;
  if (unsettled !== null && options.isWhole) yield exploreWords.unsettled(unsettled)[language];
  yield lastLine(all, options);
}

/** Each part with its breaks as small as possible. A run appears only in the first of its parts. */
function* smallestParts(all: readonly FoundOfSeed[], options: ReportOptions) {
  const links = new Set<string>();
  for (const part of options.parted ?? [{ title: null, all, most: breaksReported }]) {
    const breaks = smallestOf(part.all, options).filter(({ link }) => !links.has(link));
    for (const { link } of breaks) links.add(link);
    yield { ...part, breaks };
  }
}

const ofAll = (all: readonly FoundOfSeed[]) => ({
  clients: all[0]?.space.scenario.settings.clients ?? 0,
  seeds: [...new Set(all.map(({ space }) => space.scenario.seed))],
});

function smallestOf(all: readonly FoundOfSeed[], options: ReportOptions): readonly SmallestFound[] {
  const smallest = new SmallestBreaks(options.parts, () => isThorough(options));
  finished(smallest.add(all));
  return smallest.all;
}

/** A person who stops a search does not want to wait for more. */
const isThorough = ({ isWhole, hasTime = () => true }: ReportOptions): boolean => isWhole && hasTime();

/**
 * The faults, how strong they must be, why it broke with the time between the causes, since when it was too late, what
 * would have been enough, and the link.
 */
function breakAsText(one: SmallestFound, options: ReportOptions & Pick<Shown, 'isOwn'>): readonly string[] {
  const { language, parts, names, asking, addressOf, isOwn = false } = options;
  const { scenario } = one;
  const { headline, faults, margins, causes } = breakReport(one, parts, language, names);
  const isFaultless = faults.length === 0;
  return [
    isFaultless ? headline : `${headline} (${exploreWords.places(one.count)[language]})`,
    ...(isFaultless ? [exploreWords.withoutFault[language]] : faults.map(({ at, text }) => `${at}  ${text}`)),
    ...margins,
    ...causes.map(({ at, since, text }) => `${at.padStart(timeWidth)} ${since.padStart(timeWidth)}  ${text}`),
    ...(isThorough(options) ? answersAsText(answersOf(one, parts, asking), { scenario, language, parts, names }) : []),
    ...shownAt(addressOf({ link: one.link, smallestBreak: one, isOwn })),
  ];
}

const shownAt = (address: string | null): readonly string[] => (address === null ? [] : [address]);

const timeWidth = 9;

function* coverageAsText(
  all: readonly FoundOfSeed[],
  { language, parts, addressOf }: ReportOptions,
  hasHeld: boolean,
): Generator<string, void, void> {
  if (all.length === 0) return;
  yield exploreWords.covered(placesOf(all), heldCount(all))[language];
  const missing = unreachedIn(all);
  if (missing.length > 0) yield exploreWords.unreached(missing)[language];
  if (!hasHeld) return;
  yield exploreWords.interesting[language];
  for (const { space, example, reached, count } of mostEventful(all)) {
    const link = encodeLink(scenarioOf(space, example), { parts });
    yield [
      `- ${exploreWords.reachedInWords(milestonesIn(reached), count)[language]}`,
      ...shownAt(addressOf({ link })),
    ].join('\n  ');
  }
}

function lastLine(all: readonly FoundOfSeed[], { isWhole, unsettled = null, failing = [] }: ReportOptions): string {
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  const count = all.reduce((sum, { breaks }) => sum + breaks.length, failing.length);
  const levels = all.at(-1)?.levels ?? 0;
  if (!isWhole) return words.stopped(count, runs, levels);
  return unsettled !== null && count === 0 ? words.unsettled(runs) : words.resultLine(count, runs);
}

/**
 * One object, with each break as small as possible. The changes that would have prevented it are computed for as many
 * as the text shows.
 */
export function* foundAsJson(all: readonly FoundOfSeed[], options: ReportOptions): Generator<string, void, void> {
  const breaks = [...smallestParts(all, options)].flatMap(({ breaks: some, most, marked }) =>
    some.map((smallestBreak, index) => {
      const { example, count, scenario, verdict, margins, link } = smallestBreak;
      const { lock, data } = verdict;
      const address = options.addressOf({ link, smallestBreak: smallestBreak, ...marked });
      return {
        ...marked,
        harm: smallestBreak.harm,
        places: count,
        faults: faultsOf(example),
        lock,
        data,
        margins,
        ...(isThorough(options) && index < most
          ? { late: answersAsJson(answersOf(smallestBreak, options.parts, options.asking)) }
          : {}),
        link: address,
        scenario,
      };
    }),
  );
  const [first] = all;
  yield JSON.stringify(
    {
      space: first && {
        harm: first.space.harm,
        kinds: first.space.kinds,
        faultsMax: first.space.faultsMax,
        lengths: first.space.lengths,
        idle: first.idle,
        ...ofAll(all),
      },
      isWhole: options.isWhole,
      runs: all.reduce((sum, { runs }) => sum + runs, 0),
      places: placesOf(all),
      unreached: unreachedIn(all),
      ...(options.unsettled && { unsettled: exploreWords.unsettled(options.unsettled)[options.language] }),
      breaks: [...(options.failing ?? []).map((what) => ({ faults: [], failing: what[options.language] })), ...breaks],
      last: lastLine(all, options),
    },
    null,
    2,
  );
}

const faultsOf = (placements: Placements) =>
  placements.map(({ fault, process, at }) => ({ kind: fault.kind, process, at }));
