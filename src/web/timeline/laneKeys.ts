/** Walks along a lane by keys: from event to event, and along a message to its other end. */

import type { Run } from '../../core/model/trace/run';
import type { Trace } from '../../core/model/trace/trace';
import { instantAt } from '../../core/model/trace/traceReader';
import { spansOf } from '../../core/spans/spans';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { goToEvent } from '../state/playhead';

/**
 * Returns whether the key was handled.
 * @param process the lane, as an index into `header.processes`
 */
export function laneKey(run: Run, process: number, key: string): boolean {
  const { selection } = useEdition.getState();
  const { at } = useCursor.getState();
  const selected = selection?.kind === 'event' ? selection.seq : -1;
  const direction = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const next =
    direction !== 0
      ? neighbour(run.trace, { process, from: startOf(run.trace, { selected, process, at, direction }), direction })
      : key === 'm' || key === 'M'
        ? otherEnd(run.trace, selected)
        : -1;
  if (next < 0) return direction !== 0;
  goToEvent(run, next);
  return true;
}

/** The event at the other end of the message that is sent or received at this event; −1: no such event. */
function otherEnd(trace: Trace, seq: number): number {
  const { messages } = spansOf(trace);
  for (let row = 0; row < messages.count; row++) {
    const [sentSeq, end, received] = [messages.sentSeq(row), messages.endSeq(row), messages.receivedSeq(row)];
    if (sentSeq === seq) return end;
    if (end === seq || received === seq) return sentSeq;
  }
  return -1;
}

interface Start {
  readonly selected: number;
  readonly process: number;
  readonly at: number;
  readonly direction: 1 | -1;
}

/**
 * Starts from the selected event if it is on this lane, else from the playhead. Events at the playhead's instant have
 * happened and lie behind.
 */
function startOf(trace: Trace, { selected, process, at, direction }: Start): number {
  if (selected >= 0 && trace.process[selected] === process) return selected;
  let seq = 0;
  while (seq < trace.count && instantAt(trace, seq) <= at) seq++;
  return direction > 0 ? seq - 1 : seq;
}

function neighbour(
  trace: Trace,
  { process, from, direction }: { readonly process: number; readonly from: number; readonly direction: 1 | -1 },
): number {
  for (let seq = from + direction; seq >= 0 && seq < trace.count; seq += direction) {
    if (trace.process[seq] === process) return seq;
  }
  return -1;
}
