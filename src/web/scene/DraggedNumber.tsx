// The number that changes a scene without faults: it is dragged sideways, or changed by keys.
import type { KeyboardEvent, PointerEvent } from 'react';
import { type NumberField, withDefaults } from '../../core/model/fields';
import { formatNumber } from '../../core/model/format';
import type { Scenario } from '../../core/model/scenario';
import { settingAt, settingPaths, settingsFields, withSetting } from '../../core/model/settingsFields';
import type { SceneNumber } from '../../core/model/story';
import { AboveFinger } from '../parts/AboveFinger';
import { followPointer } from '../parts/pointer';
import { positionMax, positionOf, valueAt } from '../parts/sliderScale';
import { unitText } from '../parts/unitText';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';

/** At most this many pixels lead through all its values. */
const pixelsMax = 900;

interface DraggedNumberProps {
  readonly number: SceneNumber;
  readonly className: string | undefined;
}

export function DraggedNumber({ number, className }: DraggedNumberProps) {
  const text = useText();
  const scenario = useEdition(shownScenario);
  const isDragged = useEdition(({ draft }) => draft !== null);
  const dial = dialOf(scenario, number);
  if (dial === null) return null;
  const { field, value, withValue } = dial;
  const drag = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary) return;
    const start = { x: event.clientX, position: positionOf(value, field) };
    const { setDraft } = useEdition.getState();
    let last = scenario;
    followPointer(event.nativeEvent, {
      onMove: ({ clientX }) => {
        const position = start.position + ((clientX - start.x) * positionMax) / pixelsMax;
        last = withValue(valueAt(Math.max(0, Math.min(positionMax, position)), field));
        setDraft(last);
      },
      onEnd: () => propose(last),
      onCancel: () => setDraft(null),
    });
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const position = positionOf(value, field) + (event.shiftKey ? 50 : 10) * by;
    const next = valueAt(Math.max(0, Math.min(positionMax, position)), field);
    propose(withValue(next === value ? Math.max(field.min, Math.min(field.max, value + field.step * by)) : next));
  };
  const shown = `${formatNumber(value)} ${unitText(field.unit)}`.trim();
  return (
    <span
      role="slider"
      tabIndex={0}
      className={className}
      aria-label={text(field.label)}
      aria-valuemin={field.min}
      aria-valuemax={field.max}
      aria-valuenow={value}
      aria-valuetext={shown}
      onPointerDown={drag}
      onKeyDown={press}
    >
      ↔ {text(field.label)} {shown}
      <AboveFinger text={isDragged ? shown : null} />
    </span>
  );
}

interface Dial {
  readonly field: NumberField;
  readonly value: number;
  readonly withValue: (value: number) => Scenario;
}

/** Null: the run has no such number. */
function dialOf(scenario: Scenario, { part, name }: SceneNumber): Dial | null {
  if (part === 'run') {
    const path = settingPaths.find((one) => one === name);
    const field = path === undefined ? undefined : settingsFields[path];
    if (path === undefined || field?.kind !== 'number') return null;
    const value = Number(settingAt(scenario.settings, path));
    return {
      field,
      value,
      withValue: (next) => ({ ...scenario, settings: withSetting(scenario.settings, path, next) }),
    };
  }
  const { lock } = scenario;
  const fields = currentParts().locks.get(lock.id)?.fields ?? {};
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (field?.kind !== 'number') return null;
  const value = Number(withDefaults(fields, lock.settings)[name]);
  return {
    field,
    value,
    withValue: (next) => ({ ...scenario, lock: { ...lock, settings: { ...lock.settings, [name]: next } } }),
  };
}
