/**
 * A scenario in slow motion, which a machine can run that is too busy for the full speed. This file knows which numbers
 * are lengths of time.
 */
import { type Fields, withDefaults } from './fields';
import type { Registry } from './registry';
import type { Choice, Scenario, Setting, Settings } from './scenario';

/** The same scenario with every length of time multiplied by `times`. Whole seconds stay whole. */
export function slowed(scenario: Scenario, times: number, registry: Pick<Registry, 'locks' | 'resources'>): Scenario {
  const longer = (ms: number): number => Math.round(ms * times);
  const lock = registry.locks.get(scenario.lock.id);
  const storage = registry.resources.get(scenario.storage.id);
  const settings = timesIn(scenario.settings, longer) as Settings;
  return {
    ...scenario,
    lock: choiceIn(scenario.lock, lock?.fields ?? {}, longer),
    storage: choiceIn(scenario.storage, storage?.fields ?? {}, longer),
    settings,
    faults: timesIn(scenario.faults, longer) as Scenario['faults'],
  };
}

/** The fields of scenario and faults that are lengths of time in ms, or tables of such lengths. */
const timeNames = new Set([
  ...[
    'stagger',
    'think',
    'work',
    'storageTimeout',
    'duration',
    'patience',
    'connectionLife',
    'replicaLag',
    'start',
    'offset',
  ],
  ...['at', 'plus', 'for', 'by', 'over', 'after', 'restartAfter', 'latency', 'min', 'p50', 'p99', 'max'],
]);

function timesIn(value: unknown, longer: (ms: number) => number, name = ''): unknown {
  if (typeof value === 'number') return timeNames.has(name) ? longer(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value;
  // A link's latency stands under the name of a process.
  const nameIn = (key: string): string => (name === 'latencyTo' ? 'latency' : key);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, timesIn(inner, longer, nameIn(key))]));
}

/** To the fields, seconds are plain counts. These are the names of such fields. */
const secondNames = new Set(['expire', 'timeout', 'extendsTo']);

function choiceIn(choice: Choice, fields: Fields, longer: (ms: number) => number): Choice {
  const all: Readonly<Record<string, Setting>> = withDefaults(fields, choice.settings);
  const settings = Object.entries(all).map(([name, value]) => {
    const field = fields[name];
    const isTime = field?.kind === 'number' && (field.unit === 'ms' || secondNames.has(name));
    return [name, isTime && typeof value === 'number' && value > 0 ? longer(value) : value] as const;
  });
  return { ...choice, settings: Object.fromEntries(settings) };
}
