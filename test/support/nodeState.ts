// What all code of a process shares: globals, the methods of built-in objects, the exports of Node's modules, the
// environment, and the listeners of the process. It compares by identity, and reads no value that Node creates
// lazily.
import { createRequire } from 'node:module';

type Properties = ReadonlyMap<string | symbol, PropertyDescriptor>;

interface Owned {
  readonly owner: object;
  readonly name: string;
  readonly properties: Properties;
}

export interface NodeState {
  readonly owned: readonly Owned[];
  readonly listeners: ReadonlyMap<string | symbol, readonly unknown[]>;
}

const classes = [
  Array,
  ArrayBuffer,
  BigInt,
  Boolean,
  Date,
  Error,
  Event,
  EventTarget,
  Float64Array,
  Function,
  Map,
  Number,
  Object,
  Promise,
  RegExp,
  Set,
  String,
  Symbol,
  Uint8Array,
  URL,
  WeakMap,
] as const;

const shared: readonly (readonly [string, object])[] = [
  ['globalThis', globalThis],
  ['process', process],
  ['process.env', process.env],
  ['process.hrtime', process.hrtime],
  ['console', console],
  ['Math', Math],
  ['JSON', JSON],
  ['Reflect', Reflect],
  ['performance', performance],
  ['crypto', crypto],
  ['crypto.subtle', crypto.subtle],
  ['AbortSignal', AbortSignal],
  ...classes.flatMap((each): readonly (readonly [string, object])[] => [
    [each.name, each],
    [`${each.name}.prototype`, each.prototype],
  ]),
];

/** The modules that vitest has loaded anyway. */
const usualModules = [
  'child_process',
  'crypto',
  'fs',
  'fs/promises',
  'net',
  'timers',
  'timers/promises',
  'worker_threads',
];

const builtin = createRequire(import.meta.url);

/** @param modules Node modules whose exports are included */
export function nodeState(modules: readonly string[] = usualModules): NodeState {
  const exported = modules.map((name): readonly [string, object] => [`node:${name}`, builtin(`node:${name}`)]);
  return {
    owned: [...shared, ...exported].map(([name, owner]) => ({ owner, name, properties: propertiesOf(owner) })),
    listeners: listenersNow(),
  };
}

/** @returns the names of everything that was added, removed or replaced since then */
export function changedSince({ owned, listeners }: NodeState): readonly string[] {
  const changed = owned.flatMap(({ owner, name, properties }) =>
    changedIn(owner, properties).map((key) => `${name}.${String(key)}`),
  );
  const now = listenersNow();
  const events = new Set([...listeners.keys(), ...now.keys()]);
  const heard = [...events].filter((event) => !areSame(listeners.get(event) ?? [], now.get(event) ?? []));
  return [...changed, ...heard.map((event) => `process.on(${JSON.stringify(event)})`)];
}

function propertiesOf(owner: object): Properties {
  const found = new Map<string | symbol, PropertyDescriptor>();
  for (const key of Reflect.ownKeys(owner)) {
    const property = isWatched(owner, key) ? Object.getOwnPropertyDescriptor(owner, key) : undefined;
    if (property !== undefined) found.set(key, property);
  }
  return found;
}

/** Vitest keeps its own values there, and Node the list of listeners. */
const isWatched = (owner: object, key: string | symbol): boolean =>
  typeof key === 'symbol' || !(key.startsWith('__vitest') || (owner === process && key.startsWith('_')));

function changedIn(owner: object, before: Properties): readonly (string | symbol)[] {
  const now = propertiesOf(owner);
  const added = [...now.keys()].filter((key) => !before.has(key) && !isOwnCorner(owner, key));
  const others = [...before].filter(([key, property]) => !isSame(owner, property, now.get(key)));
  return [...added, ...others.map(([key]) => key)];
}

/** Where all copies of OpenTelemetry's API look for what was registered, as our library does. */
export const telemetryKey = Symbol.for('opentelemetry.js.api.1');

/**
 * Packages keep there what all their copies share, and the first `fetch` keeps its connections there. Nothing else
 * reads them.
 */
const isOwnCorner = (owner: object, key: string | symbol): boolean =>
  owner === globalThis && key !== telemetryKey && (typeof key === 'symbol' || key.startsWith('__'));

function isSame(owner: object, before: PropertyDescriptor, now: PropertyDescriptor | undefined): boolean {
  if (now === undefined) return false;
  // Node creates some globals when they are first read, and replaces their getters by the values.
  if (before.get !== undefined && now.get === undefined) return before.get.call(owner) === now.value;
  return (
    Object.is(before.value, now.value) &&
    before.get === now.get &&
    before.set === now.set &&
    before.enumerable === now.enumerable &&
    before.configurable === now.configurable &&
    before.writable === now.writable
  );
}

/** Except listeners that clean up at the end of the process, which some modules add once they are loaded. */
const listenersNow = (): NodeState['listeners'] =>
  new Map(
    process
      .eventNames()
      .filter((event) => event !== 'exit')
      .map((event) => [event, process.rawListeners(event as 'exit')]),
  );

const areSame = (before: readonly unknown[], now: readonly unknown[]): boolean =>
  before.length === now.length && before.every((each, i) => each === now[i]);
