// The number that changes a scene without faults: it is dragged sideways, or changed by keys.
import { type NumberField, withDefaults } from '../../core/model/scenario/fields';
import type { Scenario } from '../../core/model/scenario/scenario';
import { settingAt, settingPaths, settingsFields, withSetting } from '../../core/model/scenario/settingsFields';
import type { SceneNumber } from '../../core/model/scenario/story';
import { fewDigits, formatNumber } from '../../core/model/values/format';
import { fromMs } from '../../core/model/values/time';
import { DragNumber } from '../parts/DragNumber';
import { unitText } from '../parts/unitText';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { useText } from '../words/i18n';

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
  const amount =
    field.unit === 'ms'
      ? fewDigits.formatLength(fromMs(value))
      : `${formatNumber(value)} ${unitText(field.unit)}`.trim();
  return (
    <DragNumber
      className={className}
      label={text(field.label)}
      range={field}
      {...{ value, valueText: amount, isDragged }}
      onDrag={(next) => useEdition.getState().setDraft(withValue(next))}
      onDrop={(next) => propose(withValue(next))}
      onCancel={() => useEdition.getState().setDraft(null)}
    >
      ↔ {text(field.label)} {amount}
    </DragNumber>
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
