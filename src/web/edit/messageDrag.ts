/** Grabs a message by its arrowhead: a drag to the right makes it slow, a drag off the lane loses it. */

import { withFault, withoutFault } from '../../core/model/scenario/edit';
import type { Fault, Message } from '../../core/model/scenario/fault';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Run } from '../../core/model/trace/run';
import { toMs } from '../../core/model/values/time';
import { findMessage } from '../../core/spans/faultSpans';
import { messageOf } from '../../core/spans/messageSpans';
import { spansOf } from '../../core/spans/spans';
import type { Picture } from '../../picture/layout/picture';
import { followPointer } from '../parts/pointer';
import { offerDraft } from '../state/drafts';
import { useEdition } from '../state/edition';
import { runs } from '../state/run';
import { endDrag, showDrag } from './dragState';
import type { FaultRules } from './faultRules';
import { freeName } from './freeName';

/** A message farther than this from its lane, in pixels, is lost. */
const offLane = 30;

export interface Grab {
  readonly row: number;
  readonly run: Run;
  readonly picture: Picture;
  readonly rules: FaultRules;
  /** What a press that did not move does. */
  readonly onClick: () => void;
}

export function startMessageDrag(
  press: { readonly clientX: number; readonly clientY: number; readonly pointerId: number },
  { row, run, picture, rules, onClick }: Grab,
): void {
  const { committed, commit } = useEdition.getState();
  const { messages } = spansOf(run.trace);
  const message = messageOf(run.trace, messages, row);
  const bare = withoutMessage(committed, run, row);
  const shownAt = messages.endAt(row);
  const natural = (): number => arrivalIn(runs.getInBackground(bare.scenario), message) ?? shownAt;
  natural();
  const lane = picture.lanes.of[messages.to(row)];
  const grabbed = picture.axis.x(shownAt);
  let result = committed;
  followPointer(press, {
    onMove: (event) => {
      const isOff = lane !== undefined && Math.abs(event.clientY - press.clientY) > offLane + lane.half;
      const at = picture.axis.at(grabbed + event.clientX - press.clientX);
      const wanted = faultFor(message, { isOff, by: Math.round(toMs(at - natural())) });
      const fault = allowed(wanted, committed.faults[bare.name ?? ''], rules);
      result =
        fault === null
          ? bare.scenario
          : withFault(bare.scenario, bare.name ?? freeName(bare.scenario, fault.kind), fault);
      showDrag({ anchor: null, anchors: [], process: -1 });
      offerDraft(result);
    },
    onEnd: (_event, moved) => {
      endDrag();
      if (!moved) return onClick();
      commit(result);
      const name = Object.keys(result.faults).find((key) => !Object.hasOwn(committed.faults, key)) ?? bare.name;
      if (name !== null && Object.hasOwn(result.faults, name)) useEdition.getState().select({ kind: 'fault', name });
    },
    onCancel: () => {
      endDrag();
      offerDraft(null);
    },
  });
}

/** A message cannot arrive earlier than it did, so a drag to the left restores it. */
function faultFor(message: Message, { isOff, by }: { readonly isOff: boolean; readonly by: number }): Fault | null {
  if (isOff) return { kind: 'lose', message };
  return by >= 1 ? { kind: 'delay', message, by } : null;
}

/** Only faults that may be added, or the fault that was there before. */
function allowed(fault: Fault | null, before: Fault | undefined, { allows, held }: FaultRules): Fault | null {
  if (fault === null) return null;
  return allows(fault.kind) || fault.kind === before?.kind ? held(fault) : (before ?? null);
}

/** The scenario without the fault that already hits this message, and the name of that fault. */
function withoutMessage(
  scenario: Scenario,
  run: Run,
  row: number,
): { readonly scenario: Scenario; readonly name: string | null } {
  const { messages } = spansOf(run.trace);
  for (const [name, fault] of Object.entries(scenario.faults)) {
    if ('message' in fault && findMessage(run.trace, messages, fault.message) === row)
      return { scenario: withoutFault(scenario, name), name };
  }
  return { scenario, name: null };
}

/** Null: the run, or its part so far, has no such message. */
function arrivalIn({ trace }: Run, message: Message): number | null {
  const { messages } = spansOf(trace);
  const row = findMessage(trace, messages, message);
  return row < 0 ? null : Math.max(messages.sentAt(row), messages.endAt(row));
}
