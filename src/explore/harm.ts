/** The harms that a search looks for, and whether a run does one. */
import { judge } from '../judge/judge';
import { nth } from '../model/nth';
import { fromMs } from '../model/time';
import { kindNumber, type Trace } from '../model/trace';
import type { Verdict } from '../model/verdict';

export const harms = ['lost-update', 'overlap', 'stuck', 'unavailable'] as const;
/**
 * lost-update: an update is lost, an object is torn, or a deed is done twice. overlap: two are inside at once. stuck: nobody
 * ever gets in again. unavailable: nobody gets through for longer than the patience.
 */
export type Harm = (typeof harms)[number];

const isDone: Readonly<Record<Harm, (verdict: Verdict) => boolean>> = {
  'lost-update': ({ data }) => data === 'lost' || data === 'torn' || data === 'twice',
  overlap: ({ lock }) => lock === 'overlap',
  stuck: ({ lock }) => lock === 'stuck',
  unavailable: ({ lock }) => lock === 'unavailable' || lock === 'stuck',
};

/** The verdict of a run that does this harm. Null: it does not. Runs in which nothing points to it are not judged. */
export function harmIn(trace: Trace, harm: Harm): Verdict | null {
  if (!mayDo[harm](trace)) return null;
  const verdict = judge(trace);
  return isDone[harm](verdict) ? verdict : null;
}

const { wrote, wrotePart, acquired, releasing, crashed, finished, rejected } = kindNumber;

/**
 * One look at a trace, which is quick, and never overlooks that harm. A property test holds it to the judge.
 */
export const mayDo: Readonly<Record<Harm, (trace: Trace) => boolean>> = {
  'lost-update': mayLose,
  overlap: mayOverlap,
  stuck: mayStarve,
  unavailable: mayStarve,
};

/** Whether some write is not based on the write before it, or cannot be told by its version. */
function mayLose({ kind, process, c, d, count }: Trace): boolean {
  let version = -1;
  let place = -1;
  for (let seq = 0; seq < count; seq++) {
    const what = kind[seq];
    if (what === wrotePart) return true;
    if (what !== wrote) continue;
    if (place >= 0 && process[seq] !== place) return true;
    place = nth(process, seq);
    if (nth(c, seq) < 0 || nth(d, seq) < 0 || (version >= 0 && nth(d, seq) !== version)) return true;
    if (nth(d, seq) !== nth(c, seq) - 1) return true;
    version = nth(c, seq);
  }
  return false;
}

/** Whether a client is let in while another has not begun to release, nor died. */
function mayOverlap({ kind, process, count }: Trace): boolean {
  const inside = new Map<number, number>();
  for (let seq = 0; seq < count; seq++) {
    const who = nth(process, seq);
    switch (kind[seq]) {
      case acquired:
        inside.set(who, (inside.get(who) ?? 0) + 1);
        if (inside.size > 1) return true;
        break;
      case releasing: {
        const left = (inside.get(who) ?? 0) - 1;
        if (left > 0) inside.set(who, left);
        else inside.delete(who);
        break;
      }
      case crashed:
        inside.delete(who);
        break;
      default:
    }
  }
  return false;
}

/** Whether some round was not finished, or none for longer than the patience, or a writer was turned away. */
function mayStarve({ kind, at, b, count, header }: Trace): boolean {
  const { clients, rounds, patience } = header.scenario.settings;
  const enough = fromMs(patience);
  let last = 0;
  let done = 0;
  for (let seq = 0; seq < count; seq++) {
    if (kind[seq] === rejected) return true;
    if (kind[seq] !== finished || b[seq] !== 1) continue;
    if (nth(at, seq) - last > enough) return true;
    last = nth(at, seq);
    done++;
  }
  return done < clients * rounds;
}
