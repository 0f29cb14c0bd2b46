/**
 * What the names and types of parameters suggest: a list of sources for a value, the likeliest first. These are guesses.
 * `own/binding.ts` tries them in runs without a fault.
 */
import { callbackNames, type Parameter } from './parameters';

/**
 * Where the value of a parameter comes from.
 * `named`: what the name says in view of what was acquired. `part 1`: the second field of what was acquired. `given 0`:
 * the first argument of acquire. `filled`, `refilled`: an object with the names of the pattern, each by its first or its
 * second meaning.
 */
export type Source =
  | 'lock'
  | 'redis'
  | 'redises'
  | 'key'
  | 'keys'
  | 'ttl'
  | 'seconds'
  | 'retries'
  | 'delay'
  | 'wait'
  | 'owner'
  | 'options'
  | 'work'
  | 'callback'
  | 'nothing'
  | 'held'
  | 'named'
  | 'filled'
  | 'refilled'
  | `part ${number}`
  | `given ${number}`;

/** The first match counts. */
const meanings: readonly (readonly [RegExp, readonly Source[]])[] = [
  [/^(redis|client|redisclient|conn|connection|store|db|cache|r|kv)$/, ['redis', 'redises']],
  [/^(redises|clients|redisclients|nodes|servers|instances|connections|redisnodes)$/, ['redises', 'redis']],
  [/^(keys|resources)$/, ['keys', 'key']],
  [/^(key|lockkey|resource|resourceid|name|lockname|lockid|id|path|prefix)$/, ['key', 'owner', 'keys']],
  [
    /^(seconds|secs|ex|(lock)?(ttl|timeout|lease|expire|expiry|expires|expiration|duration)(time)?(in)?(sec|secs|second|seconds))$/,
    ['seconds', 'ttl'],
  ],
  [
    /^(lock)?(ttl|timeout|lease|expire|expiry|expires|expiration|duration|ms|px|millis|milliseconds|lifetime|maxage)(time)?(in)?(ms|millis|milliseconds)?$/,
    ['ttl', 'seconds', 'options'],
  ],
  [/^(leasetime|locktime|lockttl|locktimeout)$/, ['ttl', 'seconds']],
  [/^(max)?(retries|retrycount|retry|attempts|tries|retrytimes|numretries)$/, ['retries', 'options']],
  [/^(retry|poll|wait)?(delay|interval|backoff|sleep)(ms)?$/, ['delay']],
  [/^(max)?wait(time|timeout)?(ms)?$|^(acquire|acquisition)timeout(ms)?$/, ['wait']],
  [/^(abort)?(signal|controller)$/, ['nothing']],
  [/^(options|opts|config|settings|conf|args|params|parameters|input)$/, ['options', 'nothing']],
  [
    /^(my|lock|the|own|unique|random)?(value|token|owner|identifier|identity|uuid|guid|uid|nonce|secret|val|holder|worker|instance|process|host|machine|pod|unique|client)(id|name|value|token|uuid|key|identifier)?$/,
    ['owner', 'key'],
  ],
  [
    /^(my|this)?(node|server|replica|consumer|agent|runner|peer|leader|candidate|scheduler|service)(id|identifier|uuid)$/,
    ['owner', 'key'],
  ],
  [/^(who|whoami|me|by)$/, ['owner', 'key']],
  [/^(my)?(request|session|task|thread|caller|user|job)(id|name|value|token|key|identifier)?$/, ['owner', 'key']],
  [/(id|key|name|resource)$/, ['key', 'owner']],
];

/** A name that can only be what is locked. */
const wholeKey = /key$|^lock(name|id)$/;
/** It may be what is locked, or a part of its name; beside a whole key it is the owner. */
const partOfKey = /id$/;

const apiNames = /^(redis|nodes|key|ttl|me|number|clock|random|sleep|log|lost|extended)$/;
export const documentedNames = /^(api|lock|ctx|context|\$|_)$/;
export const workNames =
  /^(fn|f|func|work|cb|callback|task|action|handler|routine|criticalsection|critical|body|run|execute|operation|job|exec|block|thunk|effect|worker|process|callable)$/;
const heldNames = /^(held|lock|handle|lease|mutex|id|val|lockid|result|acquired)$/;

export const meaningOf = (plain: string): readonly Source[] => meanings.find(([names]) => names.test(plain))?.[1] ?? [];

/** For a release: it means what was acquired, unless acquire received a value of that name. */
export const saysHeld = (plain: string): boolean => heldNames.test(plain) || meaningOf(plain)[0] === 'owner';

const ofType: Readonly<Record<NonNullable<Parameter['type']>, readonly Source[]>> = {
  string: [],
  number: ['ttl', 'seconds', 'retries', 'delay'],
  boolean: ['nothing'],
  function: ['callback', 'nothing'],
  redis: ['redis'],
  redises: ['redises'],
  strings: ['keys'],
};
const numbers: readonly Source[] = ['ttl', 'seconds', 'retries', 'delay', 'wait', 'nothing'];

/**
 * @param parameters all parameters of the function
 * @param more parameters that other functions of the lock have
 * @returns the sources for each of `parameters`, the likeliest first
 */
export function sourcesIn(
  parameters: readonly Parameter[],
  more: readonly Parameter[],
  isWork: boolean,
): readonly (readonly Source[])[] {
  const all = [...parameters, ...more];
  const isKey = ({ plain }: Parameter): boolean => ['key', 'keys'].includes(meaningOf(plain)[0] ?? '');
  const isString = ({ type, plain }: Parameter): boolean => (type === undefined || type === 'string') && plain !== '{';
  const orUndefined = (index: number): number | undefined => (index < 0 ? undefined : index);
  const first = (does: (one: Parameter) => boolean): number | undefined => orUndefined(parameters.findIndex(does));
  const mayBeCalled = ({ plain, type }: Parameter): boolean =>
    type === 'function' || (type === undefined && (callbackNames.test(plain) || (isWork && workNames.test(plain))));
  // Of `runOnce(job, day, work)`, the last is the work.
  const work = isWork ? parameters.findLast(mayBeCalled) : undefined;
  const isCalled = (one: Parameter): boolean =>
    mayBeCalled(one) && (work === undefined || one === work || one.type === 'function');
  const keyAt = all.some(isKey)
    ? (first(({ plain }) => wholeKey.test(plain)) ?? first(isKey))
    : (first((one) => isString(one) && !one.isOptional && meaningOf(one.plain).length === 0 && !isCalled(one)) ??
      first((one) => isString(one) && meaningOf(one.plain)[0] === 'owner'));
  const hasWhole = all.some(({ plain }) => wholeKey.test(plain));
  const hasWork = isWork && parameters.some(isCalled);
  return parameters.map((parameter, index) => {
    const { plain, type, isOptional } = parameter;
    if (plain === '{')
      return parameter.destructuredNames.every((name) => apiNames.test(name)) ? ['filled'] : ['filled', 'refilled'];
    if (isCalled(parameter)) return isWork ? ['work', 'nothing'] : ['callback', 'nothing'];
    const named = ownerOrKey(meaningOf(plain), plain);
    const sources: Source[] = isOptional ? ['nothing'] : [];
    if (isWork && !hasWork && named.length === 0) sources.push('work');
    if (documentedNames.test(plain)) sources.push('lock');
    if (type !== undefined && type !== 'string')
      sources.push(...named.filter((one) => fits(one, type)), ...ofType[type]);
    else if (named.length > 0) sources.push(...named);
    else if (index === keyAt) sources.push('key', 'owner', 'ttl', 'redis', 'keys');
    else if (type === 'string') sources.push('owner', 'key', 'nothing');
    else sources.push('nothing', 'owner', 'ttl', 'options', 'key', 'redis');
    return [...new Set(sources)];

    function ownerOrKey(meaning: readonly Source[], name: string): readonly Source[] {
      if (index === keyAt && meaning[0] === 'owner') return ['key', 'owner'];
      const isPart = index !== keyAt && hasWhole && !wholeKey.test(name) && partOfKey.test(name);
      return isPart && meaning[0] === 'key' ? ['owner', 'key'] : meaning;
    }
  });
}

const fits = (source: Source, type: NonNullable<Parameter['type']>): boolean =>
  type === 'number' ? numbers.includes(source) : (ofType[type] ?? []).includes(source);
