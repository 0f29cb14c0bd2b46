/**
 * "What would have made your answer right?": a wrong prediction, and one change of its run. It knows the rule that
 * there is only one change, and the goal of the answer. It knows no page.
 */
import { type GoalResult, goalResult } from '../../core/judge/goal';
import type { Prediction } from '../../core/model/scenario/exercise';
import type { FaultKind } from '../../core/model/scenario/fault';
import { applyPatch, patchBetween, sameJson } from '../../core/model/scenario/patch';
import type { Scenario } from '../../core/model/scenario/scenario';
import { settingAt, settingPaths } from '../../core/model/scenario/settingsFields';
import type { Verdict } from '../../core/model/trace/verdict';
import type { Text } from '../../core/model/values/text';
import * as problems from '../kinds/problems';

/** The paths of the parts that differ: `faults.pause`, `storage`, `lock.settings.ttl`, `settings.work`, `seed`. */
export function changesBetween(from: Scenario, to: Scenario): readonly string[] {
  const faults = new Set([...Object.keys(from.faults), ...Object.keys(to.faults)]);
  const changedFaults = [...faults].filter((name) => !sameJson(from.faults[name], to.faults[name]));
  const isSetAnew = (path: (typeof settingPaths)[number]): boolean =>
    !sameJson(settingAt(from.settings, path), settingAt(to.settings, path));
  const { own, ...patched } = patchBetween({ ...from, faults: {} }, { ...to, faults: {} }).settings ?? {};
  return [
    ...changedFaults.map((name) => `faults.${name}`),
    ...lockChanges(from, to),
    ...(sameJson(from.storage, to.storage) ? [] : ['storage']),
    ...(patched === undefined ? [] : settingPaths.filter(isSetAnew).map((path) => `settings.${path}`)),
    ...(own === undefined ? [] : ['settings.own']),
    ...(from.seed === to.seed ? [] : ['seed']),
  ];
}

function lockChanges({ lock: before }: Scenario, { lock: after }: Scenario): readonly string[] {
  if (before.id !== after.id) return ['lock'];
  const names = new Set([...Object.keys(before.settings ?? {}), ...Object.keys(after.settings ?? {})]);
  return [...names]
    .filter((name) => !sameJson(before.settings?.[name], after.settings?.[name]))
    .map((name) => `lock.settings.${name}`);
}

/**
 * The changes that may be tried: moving the given faults, adding one fault of these kinds, or changing one of these
 * settings.
 */
export interface AllowedChanges {
  readonly kinds: readonly FaultKind[];
  /** Paths, as in an exercise of the kind `fix`. */
  readonly may: readonly string[];
}

/** Null: no single change makes this answer right, or none is known. */
export function allowedChangesOf(scenario: Scenario, { rightWhen }: Prediction): AllowedChanges | null {
  if (rightWhen === undefined) return null;
  const changed = applyPatch(scenario, rightWhen);
  const [change, ...others] = changesBetween(scenario, changed);
  if (change === undefined || others.length > 0) return null;
  if (!change.startsWith('faults.'))
    return /^(storage|(lock\.)?settings\.(?!own))/.test(change) ? { kinds: [], may: [change] } : null;
  const name = change.slice('faults.'.length);
  const fault = changed.faults[name];
  if (fault === undefined) return null;
  return { kinds: Object.hasOwn(scenario.faults, name) ? [] : [fault.kind], may: [] };
}

export interface CounterfactualResult {
  /** Whether the answer is right for the changed run. */
  readonly met: GoalResult;
  /** Why the change does not count. Empty while nothing has changed. */
  readonly breaches: readonly Text[];
  readonly solved: boolean;
}

/** @param changed the scenario on screen, with its verdict */
export function judgeCounterfactual(
  original: Scenario,
  answer: Prediction,
  changed: { readonly scenario: Scenario; readonly verdict: Verdict },
): CounterfactualResult {
  const { scenario, verdict } = changed;
  const changes = changesBetween(original, scenario);
  const breaches = breachesOf({
    original,
    scenario,
    levers: allowedChangesOf(original, answer),
    changes,
    verdict,
  });
  const met = goalResult(answer.goal, verdict);
  return { met, breaches, solved: met === 'true' && changes.length === 1 && breaches.length === 0 };
}

interface Tried {
  readonly original: Scenario;
  readonly scenario: Scenario;
  readonly levers: AllowedChanges | null;
  readonly changes: readonly string[];
  readonly verdict: Verdict;
}

function breachesOf({ original, scenario, levers, changes, verdict }: Tried): readonly Text[] {
  const breaches = changes.flatMap((change): readonly Text[] => {
    if (!change.startsWith('faults.')) return levers?.may.includes(change) ? [] : [problems.notToBeChanged(change)];
    const name = change.slice('faults.'.length);
    const fault = scenario.faults[name];
    if (fault === undefined) return [problems.faultStays];
    if (!Object.hasOwn(original.faults, name) && levers?.kinds.includes(fault.kind) !== true)
      return [problems.noOtherFault];
    const isMissed = verdict.facts.some(({ kind, values }) => kind === 'fault-missed' && values['name'] === name);
    return isMissed ? [problems.faultNeverHappens] : [];
  });
  return changes.length > 1 ? [problems.oneChange(changes.length), ...breaches] : breaches;
}
