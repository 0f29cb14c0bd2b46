// Runs stories on real processes. When a busy machine was late, it repeats a run more slowly; if each run was late,
// the result is undecided. It measures how late the clients were, and this process, which carries every message of a
// run, so that it can distinguish a busy machine from a fault.

import { judge } from '../../../src/core/judge/judge';
import type { Scenario } from '../../../src/core/model/scenario/scenario';
import { slowed } from '../../../src/core/model/scenario/slowed';
import type { Trace } from '../../../src/core/model/trace/trace';
import { type Ms, toMs } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import type { LiveReport, RunLive } from '../../../src/live/server/run/reports';
import type { StoryVersion } from '../../content/stories/storyVersions';
import { LateMeter, lateMsMax } from '../../support/lateMeter';
import { holdsFollowTheirLife } from '../../support/rules/holds';
import { messagesEndOnce } from '../../support/rules/messages';
import { nobodyActsWhileStopped, timeNeverFalls } from '../../support/rules/processes';
import { brokenRules, type MakeRule } from '../../support/rules/rule';
import { undecidedBecause } from '../../support/undecided';

/** One run of a telling, and its differences from the promised result. */
export interface Try {
  readonly slower: number;
  /** The greatest lateness of the timers of this process or of a client during the run. */
  readonly lateMs: Ms;
  /** The run decided nothing. */
  readonly isLate: boolean;
  /** Empty when the run keeps its promise. */
  readonly otherwise: readonly string[];
}

const triesMax = 5;

/** A run that is repeated on a busy machine takes at most this many times as long. */
const slowestOfAll = 4;

/** A repeated run is longer by this much. */
const timeToEndMs = 3000;

/** Runs it until it keeps its promise: once if the machine has time, unless real scheduling may change the result. */
export async function playLive(
  version: StoryVersion,
  run: RunLive,
  options: { readonly mayChange: boolean; readonly slowest: number },
): Promise<readonly Try[]> {
  const tries: Try[] = [];
  let slower = 1;
  let wasLate = false;
  for (let nth = 0; nth < triesMax; nth++) {
    const scenario = slowed(version.scenario, slower, parts);
    const one = await playOnce(version, run, slower, nth === 0 ? scenario : withTimeToEnd(version, scenario));
    tries.push(one);
    // A process that was late a moment ago may still delay others without this process noticing.
    wasLate ||= one.isLate;
    if (one.otherwise.length === 0 || !(options.mayChange || wasLate)) break;
    if (wasLate) slower = Math.min(slower + 1, slowestOfAll, options.slowest);
  }
  return tries;
}

/** Ends the test as undecided if it was late at every attempt. */
export function skipIfLate(tries: readonly Pick<Try, 'isLate' | 'lateMs'>[], skip: Skip): void {
  if (tries.every(({ isLate }) => isLate)) skip(undecidedBecause(Math.max(...tries.map(({ lateMs }) => lateMs))));
}

/** Of the test's context. */
export type Skip = (note: string) => never;

/**
 * Runs a scenario. Repeats it more slowly when this machine was late and the result differed. If the machine was late
 * each time, the test ends as undecided.
 */
export async function untilAsJudged<T extends { readonly trace: Trace }>(
  run: (scenario: Scenario) => Promise<T>,
  scenario: Scenario,
  outcome: string,
  skip: Skip,
): Promise<T> {
  const tries: Pick<Try, 'isLate' | 'lateMs'>[] = [];
  for (let nth = 1; ; nth++) {
    const slower = Math.min(nth, slowestOfAll);
    const watch = new LateMeter();
    watch.begin();
    const tried = await run(slowed(scenario, slower, parts));
    watch.end();
    const one = latenessOf(tried.trace, watch, slower);
    const isAsJudged =
      judge(tried.trace, parts).outcome === outcome && Object.keys(tried.trace.header.missed).length === 0;
    if (isAsJudged || !one.isLate) return tried;
    tries.push(one);
    if (nth === triesMax) skipIfLate(tries, skip);
  }
}

/** Late events must come before the end, so a story gets more time if its result stays the same. */
function withTimeToEnd({ outcome, facts }: StoryVersion, scenario: Scenario): Scenario {
  const { settings } = scenario;
  const longer = { ...scenario, settings: { ...settings, duration: settings.duration + timeToEndMs } };
  const verdict = judge(simulate(longer, parts), parts);
  const isSame = verdict.outcome === outcome && facts.every((fact) => verdict.facts.some(({ kind }) => kind === fact));
  return isSame ? longer : scenario;
}

async function playOnce(
  { outcome, facts }: StoryVersion,
  run: RunLive,
  slower: number,
  scenario: Scenario,
): Promise<Try> {
  const watch = new LateMeter();
  try {
    const done = await run(scenario, {
      onReport: ({ type }: LiveReport) => {
        if (type === 'began') watch.begin();
      },
    });
    const otherwise = done.ok ? whatIsOtherwise(done.trace, outcome, facts) : [done.problem.en];
    return { slower, otherwise, ...latenessOf(done.ok ? done.trace : null, watch, slower) };
  } finally {
    watch.end();
  }
}

const rules: readonly MakeRule[] = [timeNeverFalls, nobodyActsWhileStopped, holdsFollowTheirLife, messagesEndOnce];

function whatIsOtherwise(trace: Trace, outcome: string, facts: StoryVersion['facts']): readonly string[] {
  const verdict = judge(trace, parts);
  const found = verdict.facts.map(({ kind }) => kind);
  return [
    ...(verdict.outcome === outcome ? [] : [`${verdict.outcome} instead of ${outcome}`]),
    ...facts.flatMap((fact) => (found.includes(fact) ? [] : [`no ${fact}`])),
    ...(found.includes('fault-missed') && !facts.includes('fault-missed') ? ['a fault found nothing to strike'] : []),
    ...brokenRules(trace, rules),
  ];
}

/** @param trace null: only the lateness of this process is known */
function latenessOf(trace: Trace | null, watch: LateMeter, slower: number): Pick<Try, 'isLate' | 'lateMs'> {
  const late = (trace?.header.late ?? []).map(([from, to]) => Math.round(toMs(to - from)));
  const lateMs = Math.max(watch.lateMs, ...late);
  const isLeftOpen = trace !== null && judge(trace, parts).unknownBecause === 'late';
  return { lateMs, isLate: isLeftOpen || lateMs > lateMsMax * slower };
}
