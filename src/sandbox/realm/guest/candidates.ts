/** The ways in which a function of a lock may be called, the likeliest first, and the arguments of each way. */
import { documentedNames, meaningOf, type Source, saysHeld, sourcesIn, workNames } from './meanings';
import { type Any, type Api, callbackNames, type Parameter, parametersOf, plainOf } from './parameters';

/** What is known about a call besides its arguments. */
export interface Calling {
  readonly role: 'make' | 'acquire' | 'release' | 'with';
  /** Whether they are methods of a class, or functions, the first of which takes the API. */
  readonly form: 'functions' | 'class';
  /** For a release: acquire, since an equal name has an equal meaning. */
  readonly acquire?: Any;
}

/** One source for each argument. */
export type Way = readonly Source[];

/** A function with many parameters has more ways than runs could try. */
const waysMost = 60;
const optionsMost = [6, 6, 6, 6, 4, 3, 2, 2];

const knownWays = new Map<string, readonly Way[]>();

/** @returns one way at least */
export function waysOf(run: Any, calling: Calling): readonly Way[] {
  const name = [calling.role, calling.form, run, calling.acquire ?? ''].map(String).join('\n');
  const cachedWays = knownWays.get(name);
  if (cachedWays !== undefined) return cachedWays;
  const ways = waysAnew(run, calling);
  knownWays.set(name, ways);
  return ways;
}

function waysAnew(run: Any, { role, form, acquire }: Calling): readonly Way[] {
  const isFirst = role !== 'release';
  const documented: Way = isFirst ? ['lock'] : form === 'class' ? ['held'] : ['lock', 'held'];
  const parameters = parametersOf(run);
  const [first, second] = parameters;
  if (first === undefined) return role === 'with' ? [['lock', 'work']] : [documented];
  const others = acquire === undefined ? [] : parametersOf(acquire);
  if (first.isRest) return isFirst ? [...restOf(role), documented] : [['held'], ['key', 'held'], ['key'], documented];
  const options = isFirst
    ? sourcesIn(parameters, [], role === 'with')
    : parameters.map((one, index) => sourcesOfRelease(one, index, others));
  const ways = product(options.map((some) => some.slice(0, optionsMost[parameters.length] ?? 1)));
  if (role === 'with') return worked(ways, parameters);
  // A bound function does not tell the names of its parameters.
  if (role === 'acquire' && parameters.every(({ plain }) => plain === ''))
    return [...restOf(role), ...ways, documented];
  const says = ({ plain }: Parameter): boolean =>
    saysHeld(plain) || callbackNames.test(plain) || meaningOf(plain).length > 0;
  const isDocumented =
    (documentedNames.test(first.plain) && (isFirst || (form === 'functions' && isApi(acquire)))) ||
    (!isFirst && form === 'functions' && (second?.plain ?? '') !== '' && !parameters.some(says));
  return isDocumented ? [documented, ...ways] : [...ways, documented];
}

/** Whether acquire takes the API, so release does too. */
function isApi(acquire: Any | undefined): boolean {
  const [first] = acquire === undefined ? [] : parametersOf(acquire);
  return first === undefined || first.plain === '{' || documentedNames.test(first.plain);
}

const restOf = (role: Calling['role']): readonly Way[] =>
  role === 'with'
    ? [
        ['key', 'work'],
        ['key', 'ttl', 'work'],
      ]
    : [['key', 'ttl'], ['key'], ['keys', 'ttl']];

/** Exactly one argument is the work. A function without a place for it gets it at the end. */
function worked(ways: readonly Way[], parameters: readonly Parameter[]): readonly Way[] {
  const isInside = parameters.some(({ destructuredNames: inside }) =>
    inside.some((name) => workNames.test(plainOf(name))),
  );
  const count = (way: Way): number => way.filter((source) => source === 'work').length;
  const some = ways.filter((way) => count(way) === (isInside ? 0 : 1));
  return some.length > 0 ? some : ways.filter((way) => count(way) === 0).map((way): Way => [...way, 'work']);
}

function sourcesOfRelease(
  { plain, isOptional }: Parameter,
  index: number,
  others: readonly Parameter[],
): readonly Source[] {
  const before = plain === '' ? -1 : others.findIndex((other) => other.plain === plain);
  const acquireSources: readonly Source[] = before < 0 ? [] : [`given ${before}`];
  if (plain === '{') return ['named', 'held', 'filled'];
  if (callbackNames.test(plain)) return ['callback'];
  // What a bound function takes after the lock has a default in most libraries.
  const isLeftOut = isOptional || (plain === '' && index > 0);
  const first: readonly Source[] = isLeftOut ? ['nothing', 'named'] : ['named'];
  return [...first, 'held', ...acquireSources, 'key', 'part 1', 'part 0', 'owner'];
}

/** All combinations, in the order of how unlikely their sources are together. */
function product(options: readonly (readonly Source[])[]): readonly Way[] {
  let ways: { readonly way: Way; readonly cost: number }[] = [{ way: [], cost: 0 }];
  for (const some of options)
    ways = ways.flatMap(({ way, cost }) =>
      some.map((source, index) => ({ way: [...way, source], cost: cost + index })),
    );
  return ways
    .sort((one, other) => one.cost - other.cost)
    .slice(0, waysMost)
    .map(({ way }) => way);
}

export interface Given {
  readonly plain: string;
  readonly value: unknown;
}

export interface Values {
  readonly api: Api;
  readonly held?: unknown;
  /** The arguments of acquire, with the names of their parameters. */
  readonly acquireArguments?: readonly Given[];
  /** What the client does inside. */
  readonly work?: Any;
}

export function argumentsOf(run: Any, way: Way, values: Values): readonly unknown[] {
  const parameters = parametersOf(run);
  return way.map((source, index) => valueFor(source, parameters[index], values));
}

function valueFor(source: Source, parameter: Parameter | undefined, values: Values): unknown {
  const { api, held, acquireArguments = [], work } = values;
  const { name = '', plain = '' } = parameter ?? {};
  switch (source) {
    case 'lock':
      return api;
    case 'redis':
      return api.redis[0];
    case 'redises':
      return api.redis;
    case 'key':
      return api.key;
    case 'keys':
      return [api.key];
    case 'ttl':
      return api.ttl;
    case 'seconds':
      return Math.ceil(api.ttl / 1000);
    case 'retries':
      return 3;
    case 'delay':
      return 100;
    case 'wait':
      return 1000;
    case 'owner':
      return ownerOf(api, name);
    case 'options':
      return optionsOf(api, name);
    case 'work':
      return work;
    case 'callback':
      return callBack;
    case 'nothing':
      return undefined;
    case 'held':
      return held;
    case 'named':
      return namedIn(parameter, values);
    case 'filled':
    case 'refilled':
      return filled(parameter?.destructuredNames ?? [], values, source === 'filled' ? 0 : 1);
    default: {
      const [kind, number] = source.split(' ');
      return kind === 'given'
        ? acquireArguments[Number(number)]?.value
        : isObject(held)
          ? Object.values(held)[Number(number)]
          : undefined;
    }
  }

  /** A field of what was acquired, else that itself, else what acquire was given or the name says. */
  function namedIn(one: Parameter | undefined, { api: lock }: Values): unknown {
    if (one === undefined) return undefined;
    if (plain === '{')
      return one.destructuredNames.every((each) => fieldOf(held, plainOf(each)) !== undefined) && saysMore(held)
        ? held
        : filled(one.destructuredNames, values, 0);
    const own = fieldOf(held, plain);
    if (own !== undefined) return own;
    const before = plain === '' ? undefined : acquireArguments.find((other) => other.plain === plain);
    if (before !== undefined) return before.value;
    if (saysHeld(plain) && saysMore(held)) return held;
    const [meaning] = meaningOf(plain);
    if (meaning !== undefined) return valueFor(meaning, one, values);
    return documentedNames.test(plain) && !saysMore(held) ? lock : held;
  }
}

/** Marks the place of a callback. */
const callBack = (): void => {};

const ofProcess = /process|host|machine|pod|instance/i;

/** Each client and each task has its own value, the same in all its calls, as code of this kind has it. */
const ownerOf = ({ number, isSecondTask }: Api, name: string): string =>
  `worker-${number}${isSecondTask && !ofProcess.test(name) ? '-2' : ''}`;

/** Everything that a name may ask for, in one object. */
const optionsOf = (api: Api, name: string): object => ({
  ...api,
  client: api.redis[0],
  timeout: api.ttl,
  ttlMs: api.ttl,
  lockKey: api.key,
  resource: api.key,
  owner: ownerOf(api, name),
  value: ownerOf(api, name),
});

/** The API, with the names of a pattern. @param nth which meaning of a name counts */
function filled(inside: readonly string[], values: Values, nth: 0 | 1): object {
  const { api, held, work } = values;
  const more = inside.map((name) => {
    const plain = plainOf(name);
    const own = fieldOf(held, plain);
    if (own !== undefined) return [name, own] as const;
    if (name in api) return [name, Reflect.get(api, name)] as const;
    if (work !== undefined && workNames.test(plain)) return [name, work] as const;
    if (typeof held === 'string' && saysHeld(plain)) return [name, held] as const;
    const meaning = meaningOf(plain);
    const source = meaning[nth] ?? meaning[0] ?? 'nothing';
    return [name, valueFor(source, { plain, name, destructuredNames: [], isOptional: false }, values)] as const;
  });
  return more.every(([name, value]) => name in api && value === Reflect.get(api, name))
    ? api
    : { ...api, ...Object.fromEntries(more) };
}

/** `true` only says that the lock was acquired. */
const saysMore = (held: unknown): boolean => held !== undefined && held !== true && held !== null;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The field `owner` of `{ owner }`, also for the name `lockOwner`. */
function fieldOf(held: unknown, plain: string): unknown {
  if (!isObject(held)) return undefined;
  const names = Object.keys(held);
  const wanted = [plain, plain.replace(/^(lock|my|the)/, ''), `lock${plain}`];
  const name = wanted.flatMap((one) => names.find((each) => plainOf(each) === one) ?? [])[0];
  return name === undefined ? undefined : held[name];
}

/** A call as it would be written: `acquireLock("stock", "worker-1", 2000)`, `release(handle)`. */
export function calledAs(name: string, run: Any, way: Way, values: Values): string {
  const inputs = argumentsOf(run, way, values);
  const parameters = parametersOf(run);
  // Arguments at the end that are left to defaults are not shown.
  const shownInputs = inputs.slice(0, inputs.findLastIndex((value) => value !== undefined) + 1);
  const written = shownInputs.map((value, index) => writtenAs(value, parameters[index]?.name || 'held', values));
  return shownInputs.every((value) => value === values.api) ? name : `${name}(${written.join(', ')})`;
}

function writtenAs(value: unknown, name: string, { api, held, work }: Values): string {
  if (value === api) return 'lock';
  if (value === work && work !== undefined) return 'work';
  if (held !== undefined && value === held) return name.startsWith('{') || name.startsWith('[') ? 'held' : name;
  const field = isObject(held) ? Object.keys(held).find((each) => held[each] === value) : undefined;
  if (field !== undefined && value !== api.key) return `held.${field}`;
  if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
  if (api.redis.includes(value)) return 'redis';
  if (typeof value === 'function') return 'callback';
  if (Array.isArray(value)) return `[${value.map((each) => writtenAs(each, '', { api })).join(', ')}]`;
  return value === undefined ? 'undefined' : '{ … }';
}
