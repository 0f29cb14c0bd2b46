/**
 * When each client wanted to finish a round: from its first `acquiring` until a round of its own succeeded or was
 * skipped, it crashed, or its program ended. A failed round does not end the want; giving up for good does.
 */

import type { Trace } from '../model/trace/trace';
import { type EventOf, instantAt } from '../model/trace/traceReader';
import type { Spans } from '../spans/spans';

export interface Want {
  readonly client: number;
  readonly fromSeq: number;
  readonly from: number;
  /** −1: it still wanted to when the run ended. */
  readonly toSeq: number;
  readonly to: number;
  readonly end: 'finished' | 'crashed' | 'gave-up' | 'open';
}

/** Sorted by client, then by time. */
export function wantsOf(
  trace: Trace,
  { holds }: Spans,
  {
    finishes,
    crashes,
  }: { readonly finishes: readonly EventOf<'finished'>[]; readonly crashes: readonly EventOf<'crashed'>[] },
): readonly Want[] {
  const wants: Want[] = [];
  trace.header.processes.forEach(({ role }, client) => {
    if (role !== 'client') return;
    const points: Point[] = [
      ...holds
        .filter(({ process }) => process === client)
        .map(({ acquiringSeq }) => ({ seq: acquiringSeq, what: 'begins' as const })),
      ...finishes.filter(({ process }) => process === client).map(finishPoint),
      // The thread that wanted in may end without its process.
      ...crashes.filter(({ process }) => process === client).map(({ seq }) => ({ seq, what: 'crashed' as const })),
    ];
    points.sort((a, b) => a.seq - b.seq);
    wants.push(...wantsAmong(trace, client, points));
  });
  return wants;
}

interface Point {
  readonly seq: number;
  readonly what: 'begins' | 'finished' | 'failed' | 'crashed';
  readonly round?: number;
}

const finishPoint = ({ seq, ok, round }: EventOf<'finished'>): Point => ({
  seq,
  what: ok === 0 ? 'failed' : 'finished',
  round,
});

function wantsAmong(trace: Trace, client: number, points: readonly Point[]): readonly Want[] {
  const wants: Want[] = [];
  let fromSeq = -1;
  const close = (toSeq: number, end: Want['end']): void => {
    if (fromSeq < 0) return;
    const to = toSeq < 0 ? trace.header.endedAt : instantAt(trace, toSeq);
    wants.push({ client, fromSeq, from: instantAt(trace, fromSeq), toSeq, to, end });
    fromSeq = -1;
  };
  const last = points.at(-1);
  for (const point of points) {
    const { seq, what } = point;
    if (what === 'begins' && fromSeq < 0) fromSeq = seq;
    if (what === 'finished' || what === 'crashed') close(seq, what);
    if (what === 'failed' && isOver(trace, point, point === last)) close(seq, 'gave-up');
  }
  close(-1, 'open');
  return wants;
}

/**
 * A client whose round failed may still be about to begin the next one. It is done if that round was its last one,
 * whatever happens to its process later, or if the run ended with no event left.
 */
const isOver = ({ header }: Trace, { round = 0 }: Point, isLast: boolean): boolean =>
  round >= header.scenario.settings.rounds || (isLast && header.ended === 'quiet');
