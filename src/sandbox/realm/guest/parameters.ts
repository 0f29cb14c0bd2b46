/**
 * The arguments for the functions of a lock. A function of the documented form gets the lock's API, then what was
 * acquired. For any other function the names of its parameters decide. An unknown name is refused, since the code
 * would behave differently with `undefined`.
 */
export type Any = (...given: unknown[]) => unknown;

/** The code has no known form. The message lists the forms. */
export class NoForm extends Error {
  override name = 'NoForm';
}

/** What the meanings need from the first argument of the documented form. */
export interface Api {
  readonly redis: readonly unknown[];
  readonly nodes: readonly unknown[];
  readonly key: string;
  readonly ttl: number;
  readonly number: number;
  /** Another task of the process has called before. */
  readonly isSecondTask?: boolean;
}

/** A parameter as written in the source. */
interface Parameter {
  /** In small letters, without underscores. `{`: a pattern. */
  readonly plain: string;
  readonly name: string;
  /** The names of a pattern that have no default. */
  readonly inside: readonly string[];
  /** It can be omitted: it has a default, or is a rest parameter. */
  readonly isOptional: boolean;
}

/** What is known about a call: which function it is, and what was acquired before. */
export interface Calling {
  readonly role: 'make' | 'acquire' | 'release' | 'with';
  /** Whether they are methods of a class, or functions, the first of which takes the API. */
  readonly form: 'functions' | 'class';
  /** The parameters of acquire, if this is another function: an equal name has an equal meaning. */
  readonly others?: readonly Parameter[];
  /** What the client does inside. */
  readonly work?: Any;
}

type Meaning = (api: Api, name: string) => unknown;

const ofProcess = /process|host|machine|pod|instance/i;

/** Each client and each task has its own value, the same in all its calls, as code of this kind has it. */
const ownerOf: Meaning = ({ number, isSecondTask }, name) =>
  `worker-${number}${isSecondTask && !ofProcess.test(name) ? '-2' : ''}`;

/** Everything that a name may ask for, in one object. */
const options: Meaning = (api, name) => ({
  ...api,
  client: api.redis[0],
  timeout: api.ttl,
  ttlMs: api.ttl,
  lockKey: api.key,
  resource: api.key,
  owner: ownerOf(api, name),
  value: ownerOf(api, name),
});

/** The first match counts. */
const meanings: readonly (readonly [RegExp, Meaning])[] = [
  [/^(redis|client|redisclient|conn|connection|store|db|cache|r|kv)$/, (api) => api.redis[0]],
  [/^(redises|clients|redisclients|nodes|servers|instances|connections|redisnodes)$/, (api) => api.redis],
  [/^(keys|resources)$/, (api) => [api.key]],
  [/^(key|lockkey|resource|resourceid|name|lockname|lockid|id|path|prefix)$/, keyOf],
  [
    /^(seconds|secs|ex|(lock)?(ttl|timeout|lease|expire|expiry|expires|expiration|duration)(time)?(in)?(sec|secs|second|seconds))$/,
    inSeconds,
  ],
  [
    /^(lock)?(ttl|timeout|lease|expire|expiry|expires|expiration|duration|ms|px|millis|milliseconds|lifetime|maxage)(time)?(in)?(ms|millis|milliseconds)?$/,
    (api) => api.ttl,
  ],
  [/^(leasetime|locktime|lockttl|locktimeout)$/, (api) => api.ttl],
  [/^(max)?(retries|retrycount|retry|attempts|tries|retrytimes|numretries)$/, () => 3],
  [/^(retry|poll|wait)?(delay|interval|backoff|sleep)(ms)?$/, () => 100],
  [/^(max)?wait(time|timeout)?(ms)?$|^(acquire|acquisition)timeout(ms)?$/, () => 1000],
  [/^(options|opts|config|settings|conf|args|params|parameters|input)$/, options],
  [
    /^(my|lock|the|own|unique|random)?(value|token|owner|identifier|identity|uuid|guid|uid|nonce|secret|val|holder|worker|instance|process|host|machine|pod|unique|client)(id|name|value|token|uuid|key|identifier)?$/,
    ownerOf,
  ],
  [
    /^(my|this)?(node|server|replica|consumer|agent|runner|peer|leader|candidate|scheduler|service)(id|identifier|uuid)$/,
    ownerOf,
  ],
  [/^(my)?(request|session|task|thread|caller|user|job)(id|name|value|token|key|identifier)?$/, ownerBesideKey],
  [/id$/, idBesideKey],
  [/(key|name|resource)$/, keyOf],
];

function keyOf({ key }: Api): string {
  return key;
}

/** What is locked, or a part of its name. Beside a whole key it may be the owner instead. */
function idBesideKey({ key }: Api): string {
  return key;
}

/** The owner, if another parameter is the key. Without one, it may be what is locked. */
function ownerBesideKey(api: Api, name: string): unknown {
  return ownerOf(api, name);
}

function inSeconds({ ttl }: Api): number {
  return Math.ceil(ttl / 1000);
}

const wholeKey = /key$|^lock(name|id)$/;
const documentedNames = /^(api|lock|ctx|context|\$|_)$/;
const callbackNames = /^(cb|callback|done|next)$/;
const workNames =
  /^(fn|f|func|work|cb|callback|task|action|handler|routine|criticalsection|critical|body|run|execute|operation|job|exec|block)$/;
const heldNames = /^(held|lock|handle|lease|mutex|id|val|lockid|result|acquired)$/;

/** For a release: it means what was acquired, unless acquire received a value of that name. */
const saysHeld = (plain: string): boolean => {
  const meaning = meaningOf(plain);
  return heldNames.test(plain) || meaning === ownerOf || meaning === ownerBesideKey;
};

const meaningOf = (plain: string): Meaning | undefined => meanings.find(([names]) => names.test(plain))?.[1];

/**
 * @param held what was acquired
 * @returns the arguments. Throws `NoForm` if a parameter has no known meaning
 */
export function argumentsFor(run: Any, api: Api, held: unknown, calling: Calling): readonly unknown[] {
  const { role, form, others = [] } = calling;
  const isFirst = role !== 'release';
  const documented = isFirst ? [api] : form === 'class' ? [held] : [api, held];
  const parameters = parametersOf(run);
  if (parameters === null || parameters.length === 0) return documented;
  const [first = parameters[0], second] = parameters;
  if (first !== undefined && documentedNames.test(first.plain) && (isFirst || form === 'functions')) return documented;
  if (first?.plain === '{' && (isFirst || form === 'functions')) {
    const filled = filledPattern(first, api, nameOf(run));
    if (role !== 'with') return isFirst ? [filled] : [filled, held];
  }
  const says = ({ plain }: Parameter): boolean =>
    saysHeld(plain) || callbackNames.test(plain) || meaningOf(plain) !== undefined;
  if (role === 'release' && form === 'functions' && second !== undefined && !parameters.some(says)) return documented;
  const all = [...parameters, ...others];
  const hasKey = all.some(({ plain }) => [keyOf, idBesideKey].some((meaning) => meaningOf(plain) === meaning));
  const isWhole = all.some(({ plain }) => wholeKey.test(plain));
  return parameters.map((parameter, index) => {
    const meaning = meaningOf(parameter.plain);
    if ((!hasKey && meaning === ownerBesideKey) || (isWhole && meaning === idBesideKey))
      throw new NoForm(unknownName(nameOf(run), parameter.name));
    if (parameter.plain === '{' && isFirst) return filledPattern(parameter, api, nameOf(run));
    const found = valueFor(parameter, { api, held, index, calling });
    const isLeft =
      parameter.isOptional || others.some(({ plain, isOptional }) => isOptional && plain === parameter.plain);
    if (found !== undefined || isLeft) return found;
    throw new NoForm(unknownName(nameOf(run), parameter.name));
  });
}

interface Asked {
  readonly api: Api;
  readonly held: unknown;
  readonly index: number;
  readonly calling: Calling;
}

function valueFor({ plain, name, isOptional }: Parameter, { api, held, index, calling }: Asked): unknown {
  const { role, others = [], work } = calling;
  if (work !== undefined && workNames.test(plain)) return work;
  if (callbackNames.test(plain)) return callBack;
  const before = others.find((other) => other.plain === plain);
  if (role === 'release') {
    const own = fieldOf(held, plain);
    if (own !== undefined) return own;
    if (before === undefined && saysHeld(plain) && saysMore(held)) return held;
    // The value that a pattern takes apart. Before the first acquisition it is empty.
    if (plain === '{') return held ?? {};
  }
  // A default is what the code intends.
  if (isOptional || before?.isOptional) return undefined;
  const meaning = meaningOf(plain);
  if (meaning !== undefined) return meaning(api, name);
  if (documentedNames.test(plain)) return api;
  return role === 'release' && index === 0 ? held : undefined;
}

/** Marks the place of a callback. */
const callBack = (): void => {};

/** `true` only says that the lock was acquired. */
const saysMore = (held: unknown): boolean => held !== undefined && held !== true && held !== null;

/** The field `owner` of `{ owner }`. */
function fieldOf(held: unknown, plain: string): unknown {
  if (typeof held !== 'object' || held === null) return undefined;
  const name = Object.keys(held).find((each) => plainOf(each) === plain);
  return name === undefined ? undefined : (held as Record<string, unknown>)[name];
}

/** The API, with more fields if a pattern asks for more. */
function filledPattern({ inside }: Parameter, api: Api, called: string): object {
  const missing = inside.filter((name) => !(name in api));
  const more = missing.map((name) => {
    const meaning = meaningOf(plainOf(name));
    if (meaning === undefined) throw new NoForm(unknownName(called, name));
    return [name, meaning(api, name)] as const;
  });
  return more.length === 0 ? api : { ...api, ...Object.fromEntries(more) };
}

const unknownName = (called: string, name: string): string =>
  `${called} has a parameter “${name}”, and nobody knows what to give it. Export acquire(lock) and release(lock, held) that call it: lock has redis, nodes, key and ttl.`;

const nameOf = (run: Any): string => run.name || 'The function';

/** Calls a function; if its last parameter is a callback, returns a promise for it. */
export function awaited(run: Any, call: (given: readonly unknown[]) => unknown, given: readonly unknown[]): unknown {
  const parameters = parametersOf(run) ?? [];
  const last = parameters.at(-1);
  if (last === undefined || !callbackNames.test(last.plain)) return call(given);
  // The documented form may have given fewer arguments.
  const before = parameters.slice(0, -1).map((_, index) => given[index]);
  return new Promise((resolve, reject) => {
    const done = (error: unknown, value: unknown): void => {
      // Some pass the release as the first argument.
      if (typeof error === 'function') resolve(error);
      else if (error) reject(error);
      else resolve(value);
    };
    call([...before, done]);
  });
}

/** A call as it would be written: `acquireLock("stock", "worker-1", 2000)`. */
export function calledAs(name: string, given: readonly unknown[], api: Api): string {
  const written = (value: unknown): string => {
    if (value === api) return 'lock';
    if (typeof value === 'string' || typeof value === 'number') return JSON.stringify(value);
    if (api.redis.includes(value)) return 'redis';
    if (typeof value === 'function') return 'callback';
    return Array.isArray(value) ? `[${value.map(written).join(', ')}]` : value === undefined ? 'undefined' : '{ … }';
  };
  const isPlain = given.every((value) => value === api);
  // Arguments at the end that are left to defaults are not shown.
  const said = given.slice(0, given.findLastIndex((value) => value !== undefined) + 1);
  return isPlain ? name : `${name}(${said.map(written).join(', ')})`;
}

/** By the text of the function, since each life evaluates the same file anew and each acquisition asks again. */
const knownParameters = new Map<string, readonly Parameter[] | null>();

/** Null: they cannot be read. */
export function parametersOf(run: Any): readonly Parameter[] | null {
  const text = Function.prototype.toString.call(run);
  const known = knownParameters.get(text);
  if (known !== undefined) return known;
  const parameters = parametersIn(text);
  knownParameters.set(text, parameters);
  return parameters;
}

function parametersIn(text: string): readonly Parameter[] | null {
  const source = /^class\b/.test(text) ? (/\bconstructor\s*(\([\s\S]*)/.exec(text)?.[1] ?? '()') : text;
  const inside = parenthesised(source);
  if (inside === null) return null;
  return splitTop(inside)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parameterIn);
}

function parameterIn(part: string): Parameter {
  if (part.startsWith('{') || part.startsWith('[')) {
    const pattern = part.startsWith('{') ? (parenthesised(part, '{') ?? '') : '';
    const inside = splitTop(pattern).flatMap((each) => /^\s*([\w$]+)\s*(?:[:}]|$)/.exec(each)?.[1] ?? []);
    return { plain: '{', name: '{ … }', inside, isOptional: false };
  }
  const [, rest = '', name = '', after = ''] = /^(\.{0,3})([\w$]+)\s*(=?)/.exec(part) ?? [];
  return { plain: plainOf(name), name, inside: [], isOptional: rest !== '' || after !== '' };
}

const plainOf = (name: string): string => name.replace(/[_$]/g, '').toLowerCase() || name;

/** The content of the first parentheses, or the single bare parameter of an arrow function. */
function parenthesised(source: string, opening = '('): string | null {
  const bare = opening === '(' ? /^(?:async\s+)?([\w$]+)\s*=>/.exec(source) : null;
  if (bare !== null) return bare[1] ?? '';
  const from = source.indexOf(opening);
  if (from < 0) return null;
  let depth = 0;
  for (let i = from; i < source.length; i++) {
    const sign = source[i];
    if (sign === '(' || sign === '{' || sign === '[') depth++;
    else if (sign === ')' || sign === '}' || sign === ']') depth--;
    if (depth === 0) return source.slice(from + 1, i);
  }
  return null;
}

function splitTop(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i] ?? '';
    if ('({['.includes(sign)) depth++;
    else if (')}]'.includes(sign)) depth--;
    else if (sign === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}
