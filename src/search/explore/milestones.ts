/**
 * What a run can reach besides harm. A search that reached no milestone has proved little, so it reports which milestones no
 * run reached.
 */

import { kindNumber, type Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';

/**
 * expired-inside: a key expired while the client that set it was inside.
 * two-inside: a client got the lock beside another.
 * refused-write: the resource refused a write.
 * died-inside: a client crashed while it held the lock.
 * refused-try: a try to get in failed.
 * timed-out: a client stopped waiting for an answer.
 * told: a client was notified that its lock is lost.
 * taken-over: a client went in after the lock of another had ended, which had not released it.
 */
export const milestones = [
  'expired-inside',
  'two-inside',
  'refused-write',
  'died-inside',
  'refused-try',
  'timed-out',
  'told',
  'taken-over',
] as const;
export type Milestone = (typeof milestones)[number];

const bitOf: Readonly<Record<Milestone, number>> = {
  'expired-inside': 1,
  'two-inside': 2,
  'refused-write': 4,
  'died-inside': 8,
  'refused-try': 16,
  'timed-out': 32,
  told: 64,
  'taken-over': 128,
};

/** The milestones in a number that `reachedIn` returned. */
export const milestonesIn = (reached: number): readonly Milestone[] =>
  milestones.filter((milestone) => (reached & bitOf[milestone]) !== 0);

const { acquired, releasing, released, finished, stopped, crashed } = kindNumber;
const { entrySet, entryGone, rejected, refused, timedOut, lockLost } = kindNumber;

/** The value in the column `cause` of `entryGone`. */
const expired = 1;

/** Returns the milestones that a run reached, one bit each. It reads the trace once. */
export function reachedIn({ kind, process, a, b, c, e, count }: Trace): number {
  let reached = 0;
  const holders = new Map<number, number>();
  const isInside = (who: number): boolean => {
    for (const other of holders.values()) if (other === who) return true;
    return false;
  };
  /** Maps an entry at a process to the client that set it last. */
  const setBy = new Map<number, number>();
  /** Clients that have set something, and have neither released nor been refused since. */
  const holding = new Set<number>();
  /** Those of them whose entry is gone, although they did not remove it. */
  const lapsed = new Set<number>();
  const lets = (who: number): void => {
    holding.delete(who);
    lapsed.delete(who);
  };
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    switch (kind[seq]) {
      case acquired:
        for (const other of holders.values()) if (other !== who) reached |= bitOf['two-inside'];
        holders.set(nth(a, seq), who);
        for (const other of lapsed) if (other !== who) reached |= bitOf['taken-over'];
        break;
      case releasing:
      case stopped:
        holders.delete(nth(a, seq));
        break;
      case crashed:
        if (isInside(who)) reached |= bitOf['died-inside'];
        for (const [hold, other] of holders) if (other === who) holders.delete(hold);
        break;
      case entrySet:
        setBy.set(who * entriesMax + nth(b, seq), nth(a, seq));
        holding.add(nth(a, seq));
        break;
      case entryGone: {
        const setter = setBy.get(who * entriesMax + nth(b, seq)) ?? -1;
        if (c[seq] === expired && isInside(setter)) reached |= bitOf['expired-inside'];
        if (holding.has(setter) && a[seq] !== setter) lapsed.add(setter);
        break;
      }
      case released:
      case finished:
        lets(who);
        break;
      case rejected:
        if (nth(e, seq) >= 0) reached |= bitOf['refused-write'];
        break;
      case refused:
        lets(who);
        reached |= bitOf['refused-try'];
        break;
      case timedOut:
        reached |= bitOf['timed-out'];
        break;
      case lockLost:
        reached |= bitOf.told;
        break;
      default:
    }
  }
  return reached;
}

/** More than the number of texts in a trace. */
export const entriesMax = 2 ** 20;
