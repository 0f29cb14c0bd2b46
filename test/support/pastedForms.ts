/**
 * Forms in which people paste a lock over Redis, drawn by a seed. Each is a correct lock, or one whose release is GET,
 * compare and DEL.
 */
import fc from 'fast-check';

export interface PastedForm {
  readonly name: string;
  readonly code: string;
  /** The release can delete another's key. */
  readonly isBroken: boolean;
}

const keys = [
  ...[
    'key',
    'name',
    'resource',
    'lockKey',
    'lockName',
    'id',
    'orderId',
    'jobId',
    'userId',
    'sessionId',
    'email',
    'sku',
  ],
  ...['slug', 'tenant', 'productId', 'path', 'topic', 'accountId', 'k', 'item', 'identifier', 'requestId', 'taskName'],
  ...['what', 'a', 'subject'],
];
const owners = [
  ...['owner', 'ownerId', 'token', 'value', 'lockId', 'workerId', 'requestId', 'clientId', 'who', 'uid', 'nonce', 'me'],
  ...['instanceId', 'holder', 'uuid', 'secret', 'identifier', 'consumer', 'by', 'b', 'mine'],
];
const ttls = ['ttl', 'ttlMs', 'ms', 'timeout', 'expire', 'leaseTime', 'duration', 't', 'lockTtl'];
const seconds = ['seconds', 'ttlSeconds', 'ttl', 'expiresIn', 'ttl_sec'];
const helds = ['handle', 'lock', 'held', 'h', 'token', 'l', 'result', 'acquired', 'mutex', 'x', 'lease'];
const pairs = [
  ['acquire', 'release'],
  ['lock', 'unlock'],
  ['acquireLock', 'releaseLock'],
  ['tryLock', 'unlock'],
  ['obtainLock', 'freeLock'],
  ['getLock', 'releaseLock'],
] as const;
const wrappers = [
  'withLock',
  'runWithLock',
  'inLock',
  'executeWithLock',
  'withMutex',
  'runExclusive',
  'synchronized',
  'guard',
];
const works = ['fn', 'work', 'job', 'task', 'cb', 'callback', 'handler', 'f', 'action', 'body'];
const extras = ['logger?: Console', 'signal?: AbortSignal', 'opts?: { retries?: number }', 'retries = 3', ''];
const returned = ['id', 'true', 'pair', 'renamed', 'array', 'ok', 'function', 'release', 'unlock'] as const;

const head = `import Redis from 'ioredis';
import { randomUUID } from 'node:crypto';
const redis = new Redis();
const FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0";
`;
const free = (key: string, id: string, isBroken: boolean): string =>
  isBroken
    ? `if ((await redis.get(${key})) === ${id}) await redis.del(${key});`
    : `await redis.eval(FREE, 1, ${key}, ${id});`;

interface Drawn {
  readonly key: string;
  readonly owner: string | null;
  readonly ttl: { readonly name: string; readonly unit: 'PX' | 'EX' } | null;
  readonly held: string;
  readonly pair: (typeof pairs)[number];
  readonly returns: (typeof returned)[number];
  readonly isTurned: boolean;
  readonly isTyped: boolean;
  readonly isClass: boolean;
  readonly isBroken: boolean;
  readonly wrapper: string | null;
  readonly work: string;
  readonly extra: string;
  readonly isDefault: boolean;
}

const optional = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(one, { nil: null });

const drawn: fc.Arbitrary<Drawn> = fc.record({
  key: fc.constantFrom(...keys),
  owner: optional(fc.constantFrom(...owners)),
  ttl: optional(
    fc.oneof(
      fc.record({ name: fc.constantFrom(...ttls), unit: fc.constant('PX' as const) }),
      fc.record({ name: fc.constantFrom(...seconds), unit: fc.constant('EX' as const) }),
    ),
  ),
  held: fc.constantFrom(...helds),
  pair: fc.constantFrom(...pairs),
  returns: fc.constantFrom(...returned),
  isTurned: fc.boolean(),
  isTyped: fc.boolean(),
  isClass: fc.boolean(),
  isBroken: fc.boolean(),
  wrapper: optional(fc.constantFrom(...wrappers)),
  work: fc.constantFrom(...works),
  extra: fc.constantFrom(...extras),
  isDefault: fc.boolean(),
});

/** The same forms for the same seed. */
export const pastedForms = (count: number, seed: number): readonly PastedForm[] =>
  fc
    .sample(
      drawn.filter(({ key, owner, held }) => key !== owner && held !== owner && held !== key),
      { numRuns: count, seed },
    )
    .map((one, index) => formOf(one, index));

function formOf(one: Drawn, index: number): PastedForm {
  const { isBroken, wrapper } = one;
  const code = wrapper === null ? functionsOf(one) : wrapperOf(one, wrapper);
  const written = one.isTyped ? code : withoutTypes(code);
  const name = written
    .split('\n')
    .flatMap(
      (line) => /^\s*(?:export default |export )?(?:async )?(?:function )?\w+\(.*\{$/.exec(line)?.[0].trim() ?? [],
    )
    .join(' ');
  return { name: `${index}: ${name}`, code: `${head}${written}`, isBroken };
}

function wrapperOf(one: Drawn, wrapper: string): string {
  const { key, ttl, work, extra, isTurned, isBroken, isDefault } = one;
  const given = [
    `${key}: string`,
    ...(ttl === null ? [] : [`${ttl.name}: number`]),
    `${work}: () => Promise<unknown>`,
    ...(extra === '' ? [] : [extra]),
  ];
  const value = key === 'id' ? 'value' : 'id';
  const parameters = isTurned && extra === '' && ttl !== null ? [given[0], given[2], given[1]] : given;
  return `export ${isDefault ? 'default ' : ''}async function ${wrapper}(${parameters.join(', ')}) {
  const ${value} = randomUUID();
  if ((await redis.set(${key}, ${value}, ${expiryOf(ttl)}, 'NX')) !== 'OK') return null;
  try { return await ${work}(); } finally { ${free(key, value, isBroken)} }
}`;
}

const expiryOf = (ttl: Drawn['ttl']): string => (ttl === null ? "'PX', 2000" : `'${ttl.unit}', ${ttl.name}`);

function functionsOf(one: Drawn): string {
  const { key, owner, ttl, held, pair, isTurned, isClass, isBroken } = one;
  const [acquire, release] = pair;
  const given = [`${key}: string`, ...(owner ? [`${owner}: string`] : []), ...(ttl ? [`${ttl.name}: number`] : [])];
  const id = owner ?? (key === 'id' ? 'value' : 'id');
  // A value that was passed to acquire need not be returned.
  const returns =
    owner !== null && one.returns === 'id' ? 'true' : owner === null && one.returns === 'true' ? 'id' : one.returns;
  const values: Readonly<Record<Drawn['returns'], string>> = {
    id,
    true: 'true',
    pair: `{ key: ${key}, token: ${id} }`,
    renamed: `{ lockKey: ${key}, lockId: ${id} }`,
    array: `[${key}, ${id}]`,
    ok: `{ ok: true, token: ${id} }`,
    function: `async () => { ${free(key, id, isBroken)} }`,
    release: `{ release: async () => { ${free(key, id, isBroken)} } }`,
    unlock: `{ value: ${id}, unlock: async () => { ${free(key, id, isBroken)} } }`,
  };
  const both = (first: string, second: string): string => (isTurned ? `${second}, ${first}` : `${first}, ${second}`);
  const frees: Readonly<Record<Drawn['returns'], readonly [parameters: string, body: string] | null>> = {
    id: [both(`${key}: string`, `${held}: string`), free(key, held, isBroken)],
    true: [`${key}: string, ${owner}: string`, free(key, owner ?? '', isBroken)],
    pair: isTurned
      ? ['{ key, token }: { key: string; token: string }', free('key', 'token', isBroken)]
      : [`${held}: { key: string; token: string }`, free(`${held}.key`, `${held}.token`, isBroken)],
    renamed: isTurned
      ? ['{ lockKey, lockId }: { lockKey: string; lockId: string }', free('lockKey', 'lockId', isBroken)]
      : [`${held}: { lockKey: string; lockId: string }`, free(`${held}.lockKey`, `${held}.lockId`, isBroken)],
    array: ['[key, token]: [string, string]', free('key', 'token', isBroken)],
    ok: [`${key}: string, token: string`, free(key, 'token', isBroken)],
    function: null,
    release: null,
    unlock: null,
  };
  const freed = frees[returns];
  const method = isClass ? '  async ' : 'export async function ';
  const taking = `${method}${acquire}(${given.join(', ')}) {
  ${owner === null ? `const ${id} = randomUUID();` : ''}
  return (await redis.set(${key}, ${id}, ${expiryOf(ttl)}, 'NX')) === 'OK' ? ${values[returns]} : null;
}`;
  const giving = freed === null ? '' : `${method}${release}(${freed[0]}) {\n  ${freed[1]}\n}`;
  return isClass ? `export class Locker {\n${taking}\n${giving}\n}` : `${taking}\n${giving}`;
}

/** Only parameters of this kind have types. */
const withoutTypes = (code: string): string =>
  code.replace(
    /(\w|\}|\])\??: (?:string|number|Console|AbortSignal|\{[^{}]*\}|\[[^[\]]*\]|\(\) => Promise<unknown>)(?=[,)])/g,
    '$1',
  );
