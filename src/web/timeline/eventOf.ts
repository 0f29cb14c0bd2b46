/** What a click on something in the picture selects, and where it puts the playhead. */

import type { Run } from '../../core/model/trace/run';
import type { Trace } from '../../core/model/trace/trace';
import { nth } from '../../core/model/values/nth';
import { spansOf } from '../../core/spans/spans';
import type { Hit } from '../../picture/layout/hitTest';
import { useEdition } from '../state/edition';
import { movePlayheadToEvent } from '../state/playhead';

/** Selects the event of a mark and puts the playhead on it. A click beside all marks clears the selection. */
export function clickOn(run: Run, hit: Hit | null): void {
  const seq = hit === null ? -1 : eventOf(hit, run.trace);
  if (seq < 0) useEdition.getState().select(null);
  else movePlayheadToEvent(run, seq);
}

/** The event that a click selects; −1: no event. */
function eventOf(hit: Hit, trace: Trace): number {
  switch (hit.kind) {
    case 'message': {
      const { messages } = spansOf(trace);
      const end = messages.endSeq(hit.row);
      return hit.isHead && end >= 0 ? end : messages.sentSeq(hit.row);
    }
    case 'bundle':
      return spansOf(trace).messages.sentSeq(nth(hit.bundle.requests, 0));
    case 'entry':
      return hit.entry.seq;
    case 'hold':
      return hit.hold.acquiredSeq >= 0 ? hit.hold.acquiredSeq : hit.hold.acquiringSeq;
    case 'resource':
      return hit.event.seq;
    case 'holder':
      return hit.span.seq;
    case 'clock':
      return -1;
    default:
      return hit satisfies never;
  }
}
