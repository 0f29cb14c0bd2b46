/** The harms that a search looks for, and whether a run does one. */

import type { JudgeParts } from '../../core/judge/evidence';
import { goalResult } from '../../core/judge/goal';
import { findHarms, judge, quickVerdict } from '../../core/judge/judge';
import { keepsData } from '../../core/model/scenario/resource';
import { anyHarms, doesHarm, type Harm, isKeyHarm } from '../../core/model/trace/severity';
import { goneCauses, kindNumber, type Trace } from '../../core/model/trace/trace';
import { keptTrace } from '../../core/model/trace/traceWriter';
import type { Goal } from '../../core/model/trace/verdict';
import { nth } from '../../core/model/values/nth';
import { fromMs } from '../../core/model/values/time';
import type { Parts } from '../../core/sim/parts';
import { entriesMax } from './milestones';

/** What a caller can ask for. */
export type HarmTarget = Harm | 'any';

/** What a search looks for: one harm, any harm, or goals that one run must all meet. */
export type SearchTarget = HarmTarget | readonly Goal[];

type HarmParts = JudgeParts & Pick<Parts, 'resources'>;

/** Returns whether a run does this harm. A run in which a quick look finds no sign of it is not judged. */
export function isHarmed(trace: Trace, harm: SearchTarget, parts: HarmParts): boolean {
  if (harm === 'any') return harmsIn(trace, parts).some((one) => isHarmed(trace, one, parts));
  if (typeof harm !== 'string') {
    const verdict = judge(keptTrace(trace), parts);
    return harm.every((goal) => goalResult(goal, verdict) === 'true');
  }
  if (!mayDo[harm](trace)) return false;
  const traceCopy = keptTrace(trace);
  // Judging another's keys costs as much as the two facts, and `expired` must know that no such harm was done.
  const needsKeys = isKeyHarm(harm) || harm === 'expired';
  return doesHarm(needsKeys ? findHarms(traceCopy, parts) : quickVerdict(traceCopy, parts), harm);
}

/** Whether each fault of a run took effect, and the run does this harm. */
export const isBreak = (trace: Trace, harm: SearchTarget, parts: HarmParts): boolean =>
  !wasMissed(trace) && isHarmed(trace, harm, parts);

/** Whether a fault of a run found nothing to hit. */
export function wasMissed({ header: { missed } }: Trace): boolean {
  for (const _name in missed) return true;
  return false;
}

/** Where a check keeps the data, only the writes count, and whether somebody gets in again. */
function harmsIn({ header: { scenario } }: Trace, { resources }: HarmParts): readonly Harm[] {
  const resource = resources.get(scenario.storage.id);
  return resource !== undefined && keepsData(resource, scenario.storage.settings) ? ['lost', 'stuck'] : anyHarms;
}

/** Returns the harms that a run does, of those that count in it, the worst first. */
export const harmsOf = (trace: Trace, parts: HarmParts): readonly Harm[] =>
  harmsIn(trace, parts).filter((harm) => isHarmed(trace, harm, parts));

const { wrote, wrotePart, acquiring, acquired, releasing, crashed, finished, rejected, entrySet, entryGone } =
  kindNumber;

const deleted = goneCauses.indexOf('deleted');

/** Quick tests that read a trace once. They never overlook a harm; a property test compares them with the judge. */
export const mayDo: Readonly<Record<Harm, (trace: Trace) => boolean>> = {
  lost: mayLose,
  overlap: mayOverlap,
  'deleted-another': mayDelete,
  'changed-another': mayChange,
  stuck: mayStarve,
  unavailable: mayStarve,
  expired: () => true,
};

/** Whether some write is not based on the write before it, or its version does not show it. */
function mayLose({ kind, process, c, d, count }: Trace): boolean {
  let version = -1;
  let index = -1;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what === wrotePart) return true;
    if (what !== wrote) continue;
    if (index >= 0 && process[seq] !== index) return true;
    index = nth(process, seq);
    if (nth(c, seq) < 0 || nth(d, seq) < 0 || (version >= 0 && nth(d, seq) !== version)) return true;
    if (nth(d, seq) !== nth(c, seq) - 1) return true;
    version = nth(c, seq);
  }
  return false;
}

/** Whether a client is let in before the hold of another has begun to end. */
function mayOverlap({ kind, process, a, count }: Trace): boolean {
  /** Maps a hold to its client. */
  const inside = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    const what = kind[seq];
    if (what === acquired) {
      for (const other of inside.values()) if (other !== who) return true;
      inside.set(nth(a, seq), who);
    } else if (what === releasing) inside.delete(nth(a, seq));
    else if (what === crashed) for (const [hold, other] of inside) if (other === who) inside.delete(hold);
  }
  return false;
}

/** Whether a process deletes an entry that another has set, set again or extended. */
function mayDelete({ kind, process, a, b, c, count }: Trace): boolean {
  /** Maps an entry at a process to the clients that set it. */
  const setBy = new Map<number, Set<number>>();
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what !== entrySet && what !== entryGone) continue;
    const who = nth(a, seq);
    const entry = nth(process, seq) * entriesMax + nth(b, seq);
    const owners = setBy.get(entry) ?? new Set();
    if (what === entrySet) setBy.set(entry, owners.add(who));
    else if (c[seq] !== deleted) setBy.delete(entry);
    else {
      for (const owner of owners) if (owner !== who) return true;
      setBy.delete(entry);
    }
  }
  return false;
}

/** Whether a process sets the lock's key while another process's key is there. */
function mayChange({ kind, process, a, b, count, header, strings }: Trace): boolean {
  const own = Object.values(header.scenario.settings.own ?? {}).flatMap((settings) => settings?.key ?? []);
  const names = new Set([header.lockEntry, ...own].map((name) => strings.indexOf(name)));
  const setBy = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if ((what !== entrySet && what !== entryGone) || !names.has(nth(b, seq))) continue;
    const entry = nth(process, seq) * entriesMax + nth(b, seq);
    const before = setBy.get(entry);
    if (what === entryGone) setBy.delete(entry);
    else if (before !== undefined && before !== a[seq]) return true;
    else setBy.set(entry, nth(a, seq));
  }
  return false;
}

/**
 * Whether some client still asks at the end, or nobody finished for longer than the patience, or a client was turned
 * away.
 */
function mayStarve({ kind, process, at, b, count, header }: Trace): boolean {
  const enough = fromMs(header.scenario.settings.patience);
  const asking = new Set<number>();
  let last = 0;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what === rejected) return true;
    if (what === acquiring) asking.add(nth(process, seq));
    if (what !== finished || b[seq] !== 1) continue;
    asking.delete(nth(process, seq));
    if (nth(at, seq) - last > enough) return true;
    last = nth(at, seq);
  }
  return asking.size > 0;
}
