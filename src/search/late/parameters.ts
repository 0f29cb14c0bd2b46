/**
 * What could have been otherwise, by choice or by luck. Choice: the settings of the lock, the work, how long the
 * storage is waited for, a check before writing, what a client does without its lock, its connections, how Redis keeps
 * its data, a storage-side check. Luck: length, strength, time and absence of each fault. Duration, patience, number of
 * clients, seed, start times and latency are not changed. A fault that is over at once (a delay, a clock that is set)
 * has a strength in place of a length. Work may only be shorter.
 */
import { faultCalled, withFault, withoutFault } from '../../core/model/scenario/edit';
import type { Fault } from '../../core/model/scenario/fault';
import { kindOf, valueIn, withValue } from '../../core/model/scenario/faultKind';
import { type NumberField, type SettingField, withDefaults } from '../../core/model/scenario/fields';
import { guardOf } from '../../core/model/scenario/resource';
import type { Scenario, Setting } from '../../core/model/scenario/scenario';
import { type SettingPath, settingAt, settingsFields, withSetting } from '../../core/model/scenario/settingsFields';
import { whenFields } from '../../core/model/scenario/whenFields';
import type { Parts } from '../../core/sim/parts';

/**
 * What is changed. `name`: the setting, or the fault. `length`: how long the fault lasts, or, if it is over at once, how
 * far it moves a clock or how much later it makes a message.
 */
export interface ParameterName {
  readonly of: 'lock' | 'run' | 'storage' | 'length' | 'time' | 'absence';
  readonly name: string;
}

/** A number moves by steps, in one direction or both. */
export interface NumberRange {
  readonly kind: 'numbers';
  readonly current: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export interface Options {
  readonly kind: 'options';
  readonly options: readonly Setting[];
}

export interface Parameter extends ParameterName {
  readonly isLuck: boolean;
  readonly values: NumberRange | Options;
  /** The same change for another seed, or for a longer fault. */
  readonly with: (scenario: Scenario, value: Setting) => Scenario;
}

/** All parameters of a scenario. Options that the parser refuses are left to the caller. */
export const parametersOf = (scenario: Scenario, parts: Parts): readonly Parameter[] => [
  ...lockParameters(scenario, parts),
  ...runNames.flatMap((name) => runParameter(scenario, name)),
  storageParameter(scenario, parts),
  ...Object.keys(scenario.faults).flatMap((name) => faultParameters(scenario, name, parts)),
];

function lockParameters({ lock }: Scenario, parts: Parts): readonly Parameter[] {
  const fields = parts.locks.get(lock.id)?.fields ?? {};
  const own = withDefaults(fields, lock.settings);
  return Object.entries(fields).flatMap(([name, field]) => {
    const value = own[name];
    const values = value === undefined ? null : valuesOf(field, value);
    if (values === null) return [];
    const withOption = (scenario: Scenario, to: Setting): Scenario => ({
      ...scenario,
      lock: { ...scenario.lock, settings: { ...scenario.lock.settings, [name]: to } },
    });
    return [{ of: 'lock', name, isLuck: false, values, with: withOption }];
  });
}

/** What a program or its server chooses. */
const runNames = [
  'work',
  'storageTimeout',
  'check',
  'whenLost',
  'connection.resends',
  'connection.readTimeout',
  'connection.deadline',
  'connection.releaseUnderDeadline',
  'connection.ifUnreachable',
  'nodes.persistence',
] as const satisfies readonly SettingPath[];

function runParameter({ settings }: Scenario, name: (typeof runNames)[number]): readonly Parameter[] {
  const own = settingAt(settings, name);
  // 0 sets no deadline, so a step away from it is the strictest, and not the least.
  const all = name === 'connection.deadline' && own === 0 ? null : valuesOf(settingsFields[name], own);
  // Longer work protects nothing: it only changes who waits while the fault lasts.
  const values = name === 'work' && all?.kind === 'numbers' ? { ...all, max: all.current } : all;
  const withOption = (scenario: Scenario, to: Setting): Scenario => ({
    ...scenario,
    settings: withSetting(scenario.settings, name, to),
  });
  return values === null ? [] : [{ of: 'run', name, isLuck: false, values, with: withOption }];
}

/** The checks that promise something with their own settings. */
function storageParameter({ storage }: Scenario, parts: Parts): Parameter {
  const options = [...parts.resources.values()].filter((one) => one.id !== storage.id && guardOf(one) !== null);
  return {
    of: 'storage',
    name: 'check',
    isLuck: false,
    values: { kind: 'options', options: options.map(({ id }) => id) },
    with: (scenario, id) => ({ ...scenario, storage: { id: String(id) } }),
  };
}

function faultParameters(scenario: Scenario, name: string, parts: Parts): readonly Parameter[] {
  const fault = faultCalled(scenario, name);
  const parameterOfFault = (
    of: ParameterName['of'],
    values: Parameter['values'],
    change: (fault: Fault, to: Setting) => Fault,
  ): Parameter => ({
    of,
    name,
    isLuck: true,
    values,
    with: (one, to) => withFault(one, name, change(faultCalled(one, name), to)),
  });
  const weaker = weakerIn(fault, parts);
  const absence: Parameter = {
    of: 'absence',
    name,
    isLuck: true,
    values: { kind: 'options', options: [true] },
    with: (one) => withoutFault(one, name),
  };
  return [
    ...(weaker === null
      ? []
      : [parameterOfFault('length', weaker.values, (one, to) => withValue(one, weaker.name, to))]),
    ...(isTimed(fault)
      ? [
          parameterOfFault('time', { ...numbersOf(whenFields.at), current: fault.when.at }, (one, to) =>
            'when' in one ? { ...one, when: { kind: 'time', at: Number(to) } } : one,
          ),
        ]
      : []),
    absence,
  ];
}

/** Lengths, or strengths, below the fault's own: a stronger fault is no luck. A clock that jumps back still does. */
function weakerIn(fault: Fault, parts: Parts): { readonly name: string; readonly values: NumberRange } | null {
  const faultField = lengthField(fault, parts) ?? strengthField(fault, parts);
  if (faultField === null) return null;
  const current = valueIn(fault, faultField.name);
  if (typeof current !== 'number') return null;
  const { kind, step } = numbersOf(faultField.field);
  const values: NumberRange = {
    kind,
    current,
    step,
    ...(current < 0 ? { min: current, max: -step } : { min: step, max: current }),
  };
  return { name: faultField.name, values };
}

type FaultAtTime = Extract<Fault, { readonly when: unknown }> & {
  readonly when: { readonly kind: 'time'; readonly at: number };
};

const isTimed = (fault: Fault): fault is FaultAtTime => 'when' in fault && fault.when.kind === 'time';

/** The field that is the fault's length. Null: it has none. */
export function lengthField(fault: Fault, parts: Parts): FieldOfFault | null {
  const { length, fields } = kindOf(fault, parts.faults);
  return rangeOf(fields, length);
}

/** The field that says how strong a fault is that is over at once. Null: it lasts, or has no strength. */
export function strengthField(fault: Fault, parts: Parts): FieldOfFault | null {
  const { length, shift = null, fields } = kindOf(fault, parts.faults);
  return length === null ? rangeOf(fields, shift) : null;
}

interface FieldOfFault {
  readonly name: string;
  readonly field: Range;
}

function rangeOf(fields: Readonly<Record<string, SettingField>>, name: string | null): FieldOfFault | null {
  const field = name === null ? undefined : fields[name];
  return name !== null && (field?.kind === 'number' || field?.kind === 'number-or-word') ? { name, field } : null;
}

type Range = Pick<NumberField, 'min' | 'max' | 'step'>;

/** Null: nobody chooses it. An option that exists to fail is never offered. */
function valuesOf(field: SettingField, current: unknown): Parameter['values'] | null {
  switch (field.kind) {
    case 'number':
      return typeof current === 'number' ? { ...numbersOf(field), current } : null;
    case 'flag':
      return { kind: 'options', options: [current !== true] };
    case 'choice': {
      if (field.searched !== undefined) return null;
      const others = field.options.filter(({ id, pitfall }) => id !== current && pitfall !== true);
      return others.length === 0 ? null : { kind: 'options', options: others.map(({ id }) => id) };
    }
    // The word means that nobody has chosen a number.
    case 'number-or-word':
      return current === field.word.id ? null : { kind: 'options', options: [field.word.id] };
    case 'latency':
      return null;
    default:
      return field satisfies never;
  }
}

const numbersOf = ({ min, max, step }: Range): Omit<NumberRange, 'current'> => ({ kind: 'numbers', min, max, step });
