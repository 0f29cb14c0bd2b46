/**
 * The report of a search: its breaks, made as small as possible and put into words, and what the search covered. The
 * command line prints it and the page draws it.
 */

import { judge } from '../../core/judge/judge';
import { encodeLink } from '../../core/model/links/link';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { ProcessNames } from '../../core/model/scenario/story';
import type { Harm } from '../../core/model/trace/severity';
import { eventsOf } from '../../core/model/trace/traceReader';
import { formatAt, formatMs } from '../../core/model/values/format';
import type { Language } from '../../core/model/values/text';
import { readingOf } from '../../core/narrate/reading';
import { named } from '../../core/narrate/renamedWords';
import { sentenceOf } from '../../core/narrate/sentence';
import { speechOf } from '../../core/narrate/speechOf';
import type { Parts } from '../../core/sim/parts';
import { simulate } from '../../core/sim/simulate';
import { type Held, type Placements, scenarioOf } from './branch';
import { grouped, worstFirst } from './group';
import { harmsOf } from './harm';
import { type Milestone, milestones, milestonesIn } from './milestones';
import type { Searched } from './search';
import { type Margin, type Smallest, shrink } from './shrink';
import type { Space } from './space';
import * as words from './words';

export interface FoundIn extends Pick<Searched, 'breaks' | 'held' | 'places' | 'reached'> {
  readonly space: Space;
}

export interface SmallestFound extends Smallest {
  /** Its scenario carries it, too, so that everybody who opens the run can read it. */
  readonly harm: Harm;
  readonly space: Space;
  readonly example: Placements;
  /** How many placements shrank to it. */
  readonly count: number;
  /** The part of the address behind `#`, with how the run ends. */
  readonly link: string;
}

/** How many groups are made smaller. Each takes a few hundred runs. */
const groupsMadeSmaller = 40;

/** How many are ranked if any harm was looked for: each takes a run. */
const groupsRanked = 400;

/** The harm that was looked for; if that is any, the worst that the run does. */
function worstHarm({ space, example }: Pick<SmallestFound, 'space' | 'example'>, parts: Parts): Harm {
  if (space.harm !== 'any') return space.harm;
  return harmsOf(simulate(scenarioOf(space, example), parts), parts)[0] ?? 'lost';
}

/** Breaks by their smallest run, the worst first: breaks that shrink to the same run are one. */
export class SmallestBreaks {
  private readonly breaksByLink = new Map<string, SmallestFound>();

  /** @param isShrunk asked for each; if false, it stays as it was found: a reader who stops a search does not wait */
  constructor(
    private readonly parts: Parts,
    private readonly isShrunk: () => boolean,
  ) {}

  get all(): readonly SmallestFound[] {
    return [...this.breaksByLink.values()];
  }

  /** Yields after each group of breaks. Cost: a few hundred simulations for each. */
  *add(all: readonly Pick<FoundIn, 'space' | 'breaks'>[]): Generator<null, void, void> {
    const { parts, isShrunk } = this;
    const groups = all.flatMap(({ space, breaks }) => grouped(breaks).map((group) => ({ space, ...group })));
    const ranked = groups
      .filter(({ space }, index) => space.harm !== 'any' || index < groupsRanked)
      .map((one) => ({ ...one, harm: worstHarm(one, parts) }));
    for (const { space: searched, example, count, harm } of worstFirst(ranked).slice(0, groupsMadeSmaller)) {
      const space = { ...searched, harm, scenario: { ...searched.scenario, harm } };
      const smallest = isShrunk() ? shrink(space, example, parts) : asFound(space, example, parts);
      const link = encodeLink(smallest.scenario, { parts, outcome: smallest.verdict });
      const same = this.breaksByLink.get(link);
      this.breaksByLink.set(link, {
        ...smallest,
        harm,
        space,
        example,
        link,
        ...same,
        count: count + (same?.count ?? 0),
      });
      yield null;
    }
  }
}

function asFound(space: Space, placements: Placements, parts: Parts): Smallest {
  const scenario = scenarioOf(space, placements);
  const trace = simulate(scenario, parts);
  return { scenario, trace, verdict: judge(trace, parts), margins: [] };
}

export interface BreakReport {
  /** How it ended. */
  readonly headline: string;
  /** Each of its faults: its time, and a sentence. Empty: no fault is needed. */
  readonly faults: readonly { readonly at: string; readonly text: string }[];
  /** How strong the faults must be, at least. */
  readonly margins: readonly string[];
  /**
   * Why it broke. Each cause has the time since the one before, and these times make up the margin. The outcome has no
   * such time, since it may look back.
   */
  readonly causes: readonly { readonly at: string; readonly since: string; readonly text: string }[];
}

export function breakReport(
  { scenario, trace, verdict, margins }: Smallest,
  parts: Parts,
  language: Language,
  names?: ProcessNames,
): BreakReport {
  const speech = named(speechOf[language], names, language);
  const { headline, chain } = readingOf(verdict, speech);
  let last = 0;
  return {
    headline,
    faults: eventsOf(trace, 'faultStruck').map((event) => ({
      at: formatAt(event.at),
      text: sentenceOf(trace, event, speech),
    })),
    margins: margins.flatMap((one) => marginTexts(one, { margins, scenario, parts, language })),
    causes: chain.map(({ text, events }) => {
      const at = trace.at[events[0] ?? -1] ?? last;
      const since = at < last ? '' : `+${formatAt(at - last)}`;
      last = at;
      return { at: formatAt(at), since, text };
    }),
  };
}

interface Around {
  readonly margins: readonly Margin[];
  readonly scenario: Scenario;
  readonly parts: Parts;
  readonly language: Language;
}

function marginTexts(
  { fault, field, unit, least, stretches }: Margin,
  { margins, scenario: { faults }, parts, language }: Around,
): readonly string[] {
  const strengthAsText = (strength: number): string => (unit === 'ms' ? formatMs(strength) : `${strength} ppm`);
  const isAlone = margins.filter((other) => other.fault === fault).length === 1;
  const { kind = '' } = Object.values(faults)[fault] ?? {};
  const label = isAlone ? undefined : parts.faults.get(kind)?.fields[field]?.label;
  const weakest = words.margin(strengthAsText(least), label ?? null)[language];
  if (stretches.length < 2) return [weakest];
  const ranges = stretches.map(([from, to]) => `${strengthAsText(from)} – ${strengthAsText(to)}`);
  return [weakest, words.stretches(ranges)[language]];
}

/** The number of places in all spaces, for one fault, for one more, …. */
export const placesOf = (all: readonly FoundIn[]): readonly number[] =>
  (all[0]?.places ?? []).map((_, level) => all.reduce((sum, { places }) => sum + (places[level] ?? 0), 0));

/** The milestones that no run reached. */
export function unreachedIn(all: readonly FoundIn[]): readonly Milestone[] {
  const reachedMilestones = milestonesIn(all.reduce((sum, { reached }) => sum | reached, 0));
  return milestones.filter((milestone) => !reachedMilestones.includes(milestone));
}

/** The number of distinct runs that held. */
export const heldCount = (all: readonly FoundIn[]): number =>
  all.reduce((sum, { held }) => sum + held.reduce((count, one) => count + one.count, 0), 0);

export interface HeldIn extends Held {
  readonly space: Space;
}

const heldShown = 5;

/** Runs that held, each with another set of milestones, those with the most milestones. */
export const mostEventful = (all: readonly FoundIn[]): readonly HeldIn[] =>
  all
    .flatMap(({ space, held }) => held.map((one) => ({ ...one, space })))
    .filter(({ reached }, index, held) => held.findIndex((other) => other.reached === reached) === index)
    .sort((a, b) => milestonesIn(b.reached).length - milestonesIn(a.reached).length || a.count - b.count)
    .slice(0, heldShown);
