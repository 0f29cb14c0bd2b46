/** The faults as objects: buttons over the painted picture, with edges where the length can be changed. */

import type { KeyboardEvent, MouseEvent, PointerEvent } from 'react';
import { kindOf, lengthOf } from '../../core/model/scenario/faultKind';
import { formatMs } from '../../core/model/values/format';
import { withComma } from '../../core/model/values/joinedTexts';
import type { Handle } from '../../picture/layout/faultMarks';
import type { Box } from '../../picture/layout/marks';
import type { TimeAxis } from '../../picture/layout/timeAxis';
import { commitDraft, nudgeFault, type Part, startFaultDrag } from '../edit/faultDrag';
import type { FaultRules } from '../edit/faultRules';
import { faultText } from '../edit/faultText';
import { shownScenario, useEdition } from '../state/edition';
import { currentParts } from '../state/parts';
import { movePlayheadTo } from '../state/playhead';
import { useSharedWords } from '../words/i18n';
import styles from './Handles.module.css';

interface HandlesProps {
  readonly handles: readonly Handle[];
  readonly axis: TimeAxis;
  readonly rules: FaultRules;
  /** For a lost or slow message: what a press on its arrowhead does. */
  readonly onGrabMessage: (event: PointerEvent, handle: Handle) => void;
}

export function Handles({ handles, axis, rules, onGrabMessage }: HandlesProps) {
  const { onTimeline } = useSharedWords();
  // A run of an earlier scenario may show faults that no longer exist.
  const faults = useEdition((state) => shownScenario(state).faults);
  const there = handles.filter(({ name }) => Object.hasOwn(faults, name));
  return (
    <ul aria-label={onTimeline.faults}>
      {there.map((handle) => (
        <FaultHandle key={handle.name} {...{ handle, axis, rules, onGrabMessage }} />
      ))}
    </ul>
  );
}

interface FaultHandleProps extends Omit<HandlesProps, 'handles'> {
  readonly handle: Handle;
}

const selectFault = ({ name }: Handle): void => useEdition.getState().select({ kind: 'fault', name });

/**
 * A key press also puts the playhead there. After a pointer press a drag may have changed the fault, so the drag
 * decides.
 */
function pressed({ detail }: MouseEvent, handle: Handle): void {
  selectFault(handle);
  if (detail === 0) movePlayheadTo(handle.at);
}

function FaultHandle({ handle, axis, rules, onGrabMessage }: FaultHandleProps) {
  const words = useSharedWords();
  const isSelected = useEdition(({ selection }) => selection?.kind === 'fault' && selection.name === handle.name);
  const { title, detail } = faultText(words, handle.fault);
  const label = withComma(title, detail);
  const { box } = handle;
  const select = (): void => selectFault(handle);
  const grab = (part: Part) => (event: PointerEvent) => {
    // The second finger of a pinch may land here.
    if (event.button !== 0 || !event.isPrimary) return;
    event.stopPropagation();
    if ('message' in handle.fault) return onGrabMessage(event, handle);
    startFaultDrag(event.nativeEvent, { handle, part, axis, rules });
  };
  const keys = (part: Part) => ({
    onKeyDown: (event: KeyboardEvent) => {
      if (nudgeFault(handle, part, { axis, rules, press: event })) event.preventDefault();
    },
    onKeyUp: commitDraft,
    onBlur: commitDraft,
  });
  const length = lengthOf(handle.fault, kindOf(handle.fault, currentParts().faults));
  return (
    <li
      className={`over ${styles.handle}`}
      data-selected={isSelected}
      data-kind={handle.fault.kind}
      data-shape={handle.shape}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height }}
    >
      <button
        type="button"
        className={styles.body}
        aria-label={label}
        title={label}
        aria-pressed={isSelected}
        onFocus={select}
        onClick={(event) => pressed(event, handle)}
        onPointerDown={grab('middle')}
        {...keys('middle')}
      />
      {handle.hasEnd && length !== null && (
        <>
          <span className={styles.edge} data-edge="start" onPointerDown={grab('start')} />
          <span
            className={styles.edge}
            data-edge="end"
            role="slider"
            tabIndex={0}
            aria-label={words.onTimeline.lengthOf(title)}
            aria-valuemin={1}
            aria-valuenow={length}
            aria-valuetext={formatMs(length)}
            onFocus={select}
            onPointerDown={grab('end')}
            {...keys('end')}
          />
        </>
      )}
      <Elsewhere boxes={handle.ends ?? []} from={box} onGrab={grab('end')} />
      <Elsewhere boxes={handle.others} from={box} onGrab={grab('middle')} />
    </li>
  );
}

interface ElsewhereProps {
  readonly boxes: readonly Box[];
  readonly from: Box;
  readonly onGrab: (event: PointerEvent) => void;
}

/** Other places at which the same fault can be grabbed. */
const Elsewhere = ({ boxes, from, onGrab }: ElsewhereProps) =>
  boxes.map(({ x, y, width, height }) => (
    <span
      key={`${x} ${y}`}
      className={styles.other}
      style={{ left: x - from.x, top: y - from.y, width, height }}
      onPointerDown={onGrab}
    />
  ));
