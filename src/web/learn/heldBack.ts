/**
 * Why an attempt to break a run missed its goal, in a sentence. It says only what the judge found in the run, or by
 * how much a goal was missed.
 */
import type { GoalEvaluation } from '../../core/judge/goalEvaluation';
import type { BreakExercise } from '../../core/model/scenario/exercise';
import { type Fault, targetProcesses } from '../../core/model/scenario/fault';
import { nameOf } from '../../core/model/scenario/processName';
import type { Cause, Rule } from '../../core/model/trace/cause';
import type { Run } from '../../core/model/trace/run';
import { processIndex } from '../../core/model/trace/trace';
import { formatLength, formatNumber } from '../../core/model/values/format';
import { readingOf } from '../../core/narrate/reading';
import { spansOf } from '../../core/spans/spans';
import type { Judged } from '../../course/judging/exercise';
import { addedFaults } from '../../course/kinds/kind';
import { times } from './measuredText';
import type { LearnWords } from './words';

/**
 * What prevented the break regardless of the fault, and how a lock ended in time. The first rule that applies is
 * shown.
 */
const inTheWay: readonly Rule[] = [
  'refusedWrite',
  'noValidity',
  'overtaken',
  'keySpared',
  'keyKept',
  'stayedAway',
  'enoughNodes',
];
const inTime: readonly Rule[] = ['expiredAfterCrash', 'openedAfterCrash', 'leftInTime', 'released'];

/**
 * @param run the attempt
 * @returns null if nothing was tried, the rules are broken, or all goals are met
 */
export function heldBack(exercise: BreakExercise, run: Run, judged: Judged, saying: LearnWords): string | null {
  const added = Object.entries(addedFaults(exercise.scenario, run.scenario));
  const missed = judged.aims.find(({ met }) => met === 'false');
  if (added.length === 0 || judged.breaches.length > 0 || missed === undefined) return null;
  const { verdict } = run;
  const { speech } = saying.shared;
  const unfelt = verdict.facts.find(
    (fact) => fact.kind === 'fault-missed' && added.some(([name]) => name === fact.values.name),
  );
  if (unfelt !== undefined) return readingOf({ ...verdict, facts: [unfelt] }, speech).facts[0]?.text ?? null;
  const isHeld = verdict.lock === 'held';
  const targets = added.flatMap(([, fault]) => targetProcesses(fault));
  // After a clock was moved, the validity is no longer what it was.
  const timed = added.flatMap(([, fault]) => (fault.kind.startsWith('clock') ? [] : targetProcesses(fault)));
  // Nodes that a given fault has cut off do not explain what was tried.
  const chain = verdict.chain.filter(
    (cause) => cause.rule !== 'enoughNodes' || cause.values.nodes.some((node) => targets.includes(node)),
  );
  const says = (rules: readonly Rule[]): string | undefined =>
    firstSentence(chain, rules, (cause) => readingOf({ ...verdict, chain: [cause] }, speech).chain[0]?.text);
  return (
    says(isHeld ? inTheWay : ['refusedWrite']) ??
    (isHeld
      ? (overBefore(run, Object.fromEntries(added), saying) ?? leftBefore(run, timed, saying) ?? says(inTime))
      : null) ??
    missedBy(missed.measured, saying.text(missed.aim.text), saying) ??
    readingOf(verdict, speech).sentence
  );
}

function firstSentence(
  chain: readonly Cause[],
  rules: readonly Rule[],
  say: (cause: Cause) => string | undefined,
): string | undefined {
  for (const rule of rules) {
    const cause = chain.find((one) => one.rule === rule);
    const sentence = cause && say(cause);
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** For faults of clients that all ended before their clients asked for the lock. */
function overBefore(
  { trace }: Run,
  added: Readonly<Record<string, Fault>>,
  { words, shared }: LearnWords,
): string | null {
  const { faults, holds } = spansOf(trace);
  const addedFaultSpans = faults.filter(({ name }) => name in added);
  const isOver = addedFaultSpans.every(({ fault, to }) => {
    const hold =
      'process' in fault ? holds.find(({ process }) => process === processIndex(trace, fault.process)) : null;
    return to !== null && hold != null && to <= hold.acquiringAt;
  });
  const id = addedFaultSpans.flatMap(({ fault }) => targetProcesses(fault))[0];
  return id !== undefined && isOver ? words.heldBack.early(nameOf(id, shared.speech.names)) : null;
}

/**
 * For the client that came closest to being late, of those that were hit: how long before the end of its validity it
 * left.
 */
function leftBefore({ trace }: Run, targets: readonly string[], { words, shared }: LearnWords): string | null {
  let nearest: { readonly client: number; readonly micros: number } | null = null;
  for (const { process, acquiredAt, end, heldUntil: insideTo, validities: beliefs } of spansOf(trace).holds) {
    const until = beliefs.at(-1)?.until ?? null;
    const id = trace.header.processes[process]?.id;
    if (acquiredAt === null || end !== 'released' || until === null || id === undefined || !targets.includes(id))
      continue;
    const micros = until - insideTo;
    if (micros > 0 && micros < (nearest?.micros ?? Number.POSITIVE_INFINITY)) nearest = { client: process, micros };
  }
  const id = nearest && trace.header.processes[nearest.client]?.id;
  if (nearest === null || id === null || id === undefined) return null;
  return words.heldBack.left(nameOf(id, shared.process), formatLength(nearest.micros));
}

function missedBy(result: GoalEvaluation | null, aim: string, { words }: LearnWords): string | null {
  const gap = result === null ? null : gapOf(result);
  return gap === null ? null : words.heldBack.missed(aim, gap);
}

function gapOf(result: GoalEvaluation): string | null {
  if (result.kind === 'all') return result.parts.map(gapOf).find((gap) => gap !== null) ?? null;
  if (result.kind !== 'measure' || result.met !== 'false' || result.value === null) return null;
  const { value, min = value, max = value } = result;
  const gap = Math.max(min - value, value - max);
  if (gap <= 0) return null;
  return times.includes(result.measure) ? formatLength(gap) : formatNumber(Math.round(gap * 10) / 10);
}
