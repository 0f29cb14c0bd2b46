/**
 * A scenario in slow motion, for a machine that is too busy for the full speed. The fields of each part say which
 * numbers are lengths of time.
 */

import type { Ms } from '../values/time';
import type { Fault, When } from './fault';
import { type FaultField, type KindsOfFaults, kindOf } from './faultKind';
import type { SettingField } from './fields';
import { type Fields, isTime, withDefaults } from './fields';
import type { NamedParts } from './parts';
import type { Choice, OwnSettings, Scenario, Setting, Settings } from './scenario';
import { latencyToField, ownFields, settingsFields } from './settingsFields';

type Longer = (length: Ms) => Ms;

/** The same scenario with every length of time multiplied by `times`. Whole seconds stay whole. */
export function slowed(
  scenario: Scenario,
  times: number,
  parts: Pick<NamedParts, 'locks' | 'resources' | 'faults'>,
): Scenario {
  const longer: Longer = (length) => Math.round(length * times);
  const lock = parts.locks.get(scenario.lock.id);
  const storage = parts.resources.get(scenario.storage.id);
  return {
    ...scenario,
    lock: slowedChoice(scenario.lock, lock?.fields ?? {}, longer),
    storage: slowedChoice(scenario.storage, storage?.fields ?? {}, longer),
    settings: slowedSettings(scenario.settings, longer, parts.locks),
    faults: changedEach(scenario.faults, (fault) => slowedFault(fault, parts.faults, longer)),
  };
}

type FieldsByPath = Readonly<Record<string, SettingField | FaultField>>;

function slowedSettings(settings: Settings, longer: Longer, locks: NamedParts['locks']): Settings {
  const all = slowedTable(settings, settingsFields, longer);
  const { own } = settings;
  if (own === undefined) return all;
  return { ...all, own: changedEach(own, (one) => (one === undefined ? one : slowedOwn(one, longer, locks))) };
}

function slowedOwn({ lock, ...own }: OwnSettings, longer: Longer, locks: NamedParts['locks']): OwnSettings {
  const slower = {
    ...slowedTable(own, ownFields, longer),
    ...(lock && { lock: slowedGiven(lock, locks.get(lock.id)?.fields ?? {}, longer) }),
  };
  const { latencyTo } = own;
  if (latencyTo === undefined) return slower;
  return { ...slower, latencyTo: changedEach(latencyTo, (latency) => slowedValue(latencyToField, latency, longer)) };
}

function slowedFault(fault: Fault, kinds: KindsOfFaults, longer: Longer): Fault {
  const slower = slowedTable(fault, kindOf(fault, kinds).fields, longer);
  if ('when' in slower) return { ...slower, when: slowedWhen(slower.when, longer) };
  const { message } = slower;
  return 'after' in message ? { ...slower, message: { ...message, after: longer(message.after) } } : slower;
}

function slowedWhen(when: When, longer: Longer): When {
  if (when.kind === 'time') return { ...when, at: longer(when.at) };
  return when.kind === 'step' && when.plus !== undefined ? { ...when, plus: longer(when.plus) } : when;
}

function slowedChoice(choice: Choice, fields: Fields, longer: Longer): Choice {
  const settings: Readonly<Record<string, Setting>> = withDefaults(fields, choice.settings);
  return slowedGiven({ ...choice, settings }, fields, longer);
}

function slowedGiven(choice: Choice, fields: Fields, longer: Longer): Choice {
  // A number below 0 is not a length but has another meaning.
  const settings = changedEach(choice.settings ?? {}, (value, name) =>
    Number(value) < 0 ? value : slowedValue(fields[name], value, longer),
  );
  return { ...choice, settings };
}

/** The fields are listed by their paths: `nodes.count`. A value without a field stays as it is. */
const slowedTable = <Table extends object>(table: Table, fields: FieldsByPath, longer: Longer, before = ''): Table =>
  changedEach(table, (value, key) => {
    const field = fields[`${before}${key}`];
    if (field !== undefined) return slowedValue(field, value, longer);
    return isTable(value) ? slowedTable(value, fields, longer, `${before}${key}.`) : value;
  });

/** A length of time, or a table of several: the quantiles of a latency. */
function slowedValue(field: SettingField | FaultField | undefined, value: unknown, longer: Longer): unknown {
  if (field === undefined || field.kind === 'flag' || field.kind === 'choice' || !isTime(field)) return value;
  if (typeof value === 'number') return longer(value);
  return isTable(value) ? changedEach(value, (length) => longer(Number(length))) : value;
}

const isTable = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same table with other values. Each new value is of the same type as the old one. */
const changedEach = <Table extends object>(
  table: Table,
  change: (value: Table[keyof Table], key: string) => unknown,
): Table => Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value, key)])) as Table;
