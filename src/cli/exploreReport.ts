/** What a search found, for a person at a terminal or for a program. Prints nothing itself. */
import { type Held, type Placements, scenarioOf } from '../explore/branch';
import { goals, goalsIn } from '../explore/goals';
import { grouped } from '../explore/group';
import { type Margin, type Smallest, shrink } from '../explore/shrink';
import type { Space } from '../explore/space';
import { formatAt, formatMs } from '../model/format';
import { encodeLink } from '../model/link/link';
import type { Scenario } from '../model/scenario';
import type { Language } from '../model/text';
import { eventsOf } from '../model/traceReader';
import { explain } from '../narrate/explain';
import { tell } from '../narrate/sentence';
import { speechOf } from '../narrate/speechOf';
import { registry } from '../run/registry';
import { runScenario } from '../run/runScenario';
import type { FoundOfSeed } from './exploreCommand';
import * as words from './exploreWords';

interface ReportOptions {
  readonly language: Language;
  /** The page that the links open. */
  readonly base: string;
  /** Nothing was left out. */
  readonly isWhole: boolean;
}

const breaksTold = 5;
/** Each takes a few hundred runs to be made smaller. */
const groupsMadeSmaller = 40;
const heldTold = 5;

/** Each text is made when it is asked for, since a break is made smaller by a few hundred runs. */
export function* foundAsText(all: readonly FoundOfSeed[], options: ReportOptions): Generator<string, void, void> {
  const { language } = options;
  for (const one of all.slice(0, 1)) yield words.spaceInWords({ ...one.space, ...ofAll(all) })[language];
  for (const { idle } of all.slice(0, 1)) if (idle.length > 0) yield words.idle(idle)[language];
  const breaks = smallestOf(all, options);
  for (const [index, one] of breaks.slice(0, breaksTold).entries())
    yield `\n${index + 1}. ${breakAsText(one, language).join('\n   ')}`;
  if (breaks.length > breaksTold) yield `\n${words.more(breaks.length - breaksTold)[language]}`;
  yield '';
  yield* coverageAsText(all, options, breaks.length === 0);
  yield lastLine(all, options);
}

const ofAll = (all: readonly FoundOfSeed[]) => ({
  clients: all[0]?.space.scenario.settings.clients ?? 0,
  seeds: all.map(({ space }) => space.scenario.seed),
});

interface SmallestFound extends Smallest {
  readonly example: Placements;
  /** How many places came down to it. */
  readonly count: number;
  readonly link: string;
}

/** In the order in which they were found. What comes down to the same run is one. As they were found, if the search was stopped. */
function smallestOf(all: readonly FoundOfSeed[], { base, isWhole }: ReportOptions): readonly SmallestFound[] {
  const groups = all.flatMap(({ space, breaks }) => grouped(breaks).map((group) => ({ space, group })));
  const found = new Map<string, SmallestFound>();
  for (const { space, group } of groups.slice(0, groupsMadeSmaller)) {
    const smallest = isWhole ? shrink(space, group.example, registry) : asFound(space, group.example);
    const link = linkTo(base, smallest.scenario, smallest.verdict);
    const same = found.get(link);
    const { example, count } = group;
    found.set(link, { ...smallest, example, link, ...same, count: count + (same?.count ?? 0) });
  }
  return [...found.values()];
}

/** Whoever stops a search does not wait until its breaks are made smaller. */
const asFound = (space: Space, placements: Placements): Smallest => ({
  ...runScenario(scenarioOf(space, placements), registry),
  margins: [],
});

/** The faults, how strong they must be, why it broke with the time between the causes, and the link. */
function breakAsText(
  { scenario, trace, verdict, margins, count, link }: SmallestFound,
  language: Language,
): readonly string[] {
  const speech = speechOf[language];
  const struck = eventsOf(trace, 'faultStruck').map((event) => `${formatAt(event.at)}  ${tell(trace, event, speech)}`);
  const { headline, chain } = explain(verdict, speech);
  let last = 0;
  const causes = chain.map(({ text, events }) => {
    const at = trace.at[events[0] ?? -1] ?? last;
    // The last cause is the outcome, which may look back.
    const since = at < last ? '' : `+${formatAt(at - last)}`;
    last = at;
    return `${formatAt(at).padStart(timeWidth)} ${since.padStart(timeWidth)}  ${text}`;
  });
  return [
    `${headline} (${words.places(count)[language]})`,
    ...(struck.length === 0 ? [words.withoutFault[language]] : struck),
    ...margins.flatMap((one) => marginAsText(one, margins, scenario, language)),
    ...causes,
    link,
  ];
}

const timeWidth = 9;

function marginAsText(
  { fault, field, unit, least, stretches }: Margin,
  all: readonly Margin[],
  { faults }: Scenario,
  language: Language,
): readonly string[] {
  const strengthAsText = (strength: number): string => (unit === 'ms' ? formatMs(strength) : `${strength} ppm`);
  const isAlone = all.filter((other) => other.fault === fault).length === 1;
  const { kind = '' } = Object.values(faults)[fault] ?? {};
  const label = isAlone ? undefined : registry.faults.get(kind)?.fields[field]?.label;
  const weakest = words.margin(strengthAsText(least), label ?? null)[language];
  if (stretches.length < 2) return [weakest];
  const told = stretches.map(([from, to]) => `${strengthAsText(from)} – ${strengthAsText(to)}`);
  return [weakest, words.stretches(told)[language]];
}

const linkTo = (base: string, scenario: Scenario, outcome?: Parameters<typeof encodeLink>[1]['outcome']): string =>
  `${base}#${encodeLink(scenario, { registry, outcome })}`;

function* coverageAsText(
  all: readonly FoundOfSeed[],
  { language, base }: ReportOptions,
  hasHeld: boolean,
): Generator<string, void, void> {
  const [first] = all;
  if (first === undefined) return;
  const held = all.flatMap((one) => one.held.map((same) => ({ ...same, space: one.space })));
  yield words.covered(
    placesOf(all),
    held.reduce((sum, { count }) => sum + count, 0),
  )[language];
  const missing = unreachedIn(all);
  if (missing.length > 0) yield words.unreached(missing)[language];
  if (!hasHeld) return;
  yield words.interesting[language];
  for (const { space, example, reached, count } of mostEventful(held))
    yield `- ${words.reachedInWords(goalsIn(reached), count)[language]}\n  ${linkTo(base, scenarioOf(space, example))}`;
}

const placesOf = (all: readonly FoundOfSeed[]): readonly number[] =>
  (all[0]?.places ?? []).map((_, level) => all.reduce((sum, { places }) => sum + (places[level] ?? 0), 0));

function unreachedIn(all: readonly FoundOfSeed[]) {
  const reached = all.reduce((sum, one) => sum | one.reached, 0);
  const known = goalsIn(reached);
  return goals.filter((goal) => !known.includes(goal));
}

interface HeldIn extends Held {
  readonly space: Space;
}

/** Those that reached most, each with another set of goals. */
const mostEventful = (held: readonly HeldIn[]): readonly HeldIn[] =>
  held
    .filter(({ reached }, index) => held.findIndex((other) => other.reached === reached) === index)
    .sort((a, b) => goalsIn(b.reached).length - goalsIn(a.reached).length || a.count - b.count)
    .slice(0, heldTold);

function lastLine(all: readonly FoundOfSeed[], { isWhole }: ReportOptions): string {
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  const count = all.reduce((sum, { breaks }) => sum + breaks.length, 0);
  const levels = all.at(-1)?.levels ?? 0;
  return isWhole ? words.found(count, runs) : words.stopped(count, runs, levels);
}

/** One object, with each break made as small as it can be. */
export function* foundAsJson(all: readonly FoundOfSeed[], options: ReportOptions): Generator<string, void, void> {
  const breaks = smallestOf(all, options).map(
    ({ example, count, scenario, verdict: { lock, data }, margins, link }) => ({
      places: count,
      faults: faultsOf(example),
      lock,
      data,
      margins,
      link,
      scenario,
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
      breaks,
      last: lastLine(all, options),
    },
    null,
    2,
  );
}

const faultsOf = (placements: Placements) =>
  placements.map(({ fault, process, at }) => ({ kind: fault.kind, process, at }));
