/** What a search found, for a person at a terminal or for a program. Prints nothing itself. */
import { finished, type Placements, scenarioOf } from '../explore/branch';
import { goalsIn } from '../explore/goals';
import {
  breakReport,
  heldCount,
  mostEventful,
  placesOf,
  SmallestBreaks,
  type SmallestFound,
  unreachedIn,
} from '../explore/searchReport';
import * as told from '../explore/words';
import { encodeLink } from '../model/link/link';
import type { Language } from '../model/text';
import type { Parts } from '../sim/parts';
import type { FoundOfSeed } from './exploreSearch';
import * as words from './exploreWords';

interface ReportOptions {
  readonly language: Language;
  readonly parts: Parts;
  /** Where a run can be looked at, by the part of a link behind `#`. Null: nowhere. */
  readonly place: (run: Shown) => string | null;
  /** Nothing was left out. */
  readonly isWhole: boolean;
}

/** A run that is told. */
export interface Shown {
  readonly link: string;
  /** Of a break. */
  readonly found?: SmallestFound;
}

const breaksTold = 5;

/** Each text is made when it is asked for, since a break is made smaller by a few hundred runs. */
export function* foundAsText(all: readonly FoundOfSeed[], options: ReportOptions): Generator<string, void, void> {
  const { language } = options;
  for (const one of all.slice(0, 1)) yield told.spaceInWords({ ...one.space, ...ofAll(all) })[language];
  for (const { idle } of all.slice(0, 1)) if (idle.length > 0) yield told.idle(idle)[language];
  const breaks = smallestOf(all, options);
  for (const [index, one] of breaks.slice(0, breaksTold).entries())
    yield `\n${index + 1}. ${breakAsText(one, options).join('\n   ')}`;
  if (breaks.length > breaksTold) yield `\n${told.more(breaks.length - breaksTold)[language]}`;
  yield '';
  yield* coverageAsText(all, options, breaks.length === 0);
  yield lastLine(all, options);
}

const ofAll = (all: readonly FoundOfSeed[]) => ({
  clients: all[0]?.space.scenario.settings.clients ?? 0,
  seeds: all.map(({ space }) => space.scenario.seed),
});

function smallestOf(all: readonly FoundOfSeed[], { isWhole, parts }: ReportOptions): readonly SmallestFound[] {
  const smallest = new SmallestBreaks(parts, isWhole);
  finished(smallest.add(all));
  return smallest.all;
}

/** The faults, how strong they must be, why it broke with the time between the causes, and the link. */
function breakAsText(one: SmallestFound, { language, parts, place }: ReportOptions): readonly string[] {
  const { headline, faults, margins, causes } = breakReport(one, parts, language);
  return [
    `${headline} (${told.places(one.count)[language]})`,
    ...(faults.length === 0 ? [told.withoutFault[language]] : faults.map(({ at, text }) => `${at}  ${text}`)),
    ...margins,
    ...causes.map(({ at, since, text }) => `${at.padStart(timeWidth)} ${since.padStart(timeWidth)}  ${text}`),
    ...shownAt(place({ link: one.link, found: one })),
  ];
}

const shownAt = (place: string | null): readonly string[] => (place === null ? [] : [place]);

const timeWidth = 9;

function* coverageAsText(
  all: readonly FoundOfSeed[],
  { language, parts, place }: ReportOptions,
  hasHeld: boolean,
): Generator<string, void, void> {
  if (all.length === 0) return;
  yield told.covered(placesOf(all), heldCount(all))[language];
  const missing = unreachedIn(all);
  if (missing.length > 0) yield told.unreached(missing)[language];
  if (!hasHeld) return;
  yield told.interesting[language];
  for (const { space, example, reached, count } of mostEventful(all)) {
    const link = encodeLink(scenarioOf(space, example), { parts });
    yield [`- ${told.reachedInWords(goalsIn(reached), count)[language]}`, ...shownAt(place({ link }))].join('\n  ');
  }
}

function lastLine(all: readonly FoundOfSeed[], { isWhole }: ReportOptions): string {
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  const count = all.reduce((sum, { breaks }) => sum + breaks.length, 0);
  const levels = all.at(-1)?.levels ?? 0;
  return isWhole ? words.found(count, runs) : words.stopped(count, runs, levels);
}

/** One object, with each break made as small as it can be. */
export function* foundAsJson(all: readonly FoundOfSeed[], options: ReportOptions): Generator<string, void, void> {
  const breaks = smallestOf(all, options).map((found) => {
    const { example, count, scenario, verdict, margins, link } = found;
    const { lock, data } = verdict;
    const place = options.place({ link, found });
    return { places: count, faults: faultsOf(example), lock, data, margins, link: place, scenario };
  });
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
      breaks,
      last: lastLine(all, options),
    },
    null,
    2,
  );
}

const faultsOf = (placements: Placements) =>
  placements.map(({ fault, process, at }) => ({ kind: fault.kind, process, at }));
