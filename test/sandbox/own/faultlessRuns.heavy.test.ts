// Two runs without a fault before any search: what cannot be attacked is reported, and what is already broken is
// found.
import { afterAll, describe, expect, test } from 'vitest';
import { attackScenario } from '../../../src/sandbox/own/attackScenario';
import { isComplete } from '../../../src/sandbox/own/binding';
import {
  type FaultlessBreak,
  playFaultless,
  runConcurrently,
  runSequentially,
  type SequentialRun,
} from '../../../src/sandbox/own/faultlessRuns';
import { newRecorder } from '../../../src/sandbox/own/recorder';
import { expiring } from '../../../src/sandbox/own/templates/expiring';
import { ownValue } from '../../../src/sandbox/own/templates/ownValue';
import { redlock } from '../../../src/sandbox/own/templates/redlock';
import { tokenInScript } from '../../../src/sandbox/own/templates/tokenInScript';
import { watchdog } from '../../../src/sandbox/own/templates/watchdog';
import { atNight, sampled } from '../../support/nightly';
import { ownParts, ownRuns } from '../../support/ownParts';

const asked = { nodes: 1, ttl: 2000, token: false } as const;
const disposals: (() => void)[] = [];
afterAll(() => {
  for (const dispose of disposals) dispose();
});

/** All runs share one engine; its records start anew with each run. */
async function faultless(
  code: string,
  { nodes = 1, ttl = 2000 } = {},
): Promise<{ readonly apart: SequentialRun; readonly together: FaultlessBreak | null }> {
  const { parts, recorder, dispose } = await ownParts(code);
  disposals.push(dispose);
  const recorded = () => {
    recorder.problems.length = 0;
    return { parts, recorder };
  };
  const settings = { nodes, ttl, token: false };
  const apart = runSequentially(settings, recorded);
  return { apart: { ...apart, problems: [...apart.problems] }, together: runConcurrently(settings, recorded) };
}

const set = "(await redis[0].set(key, '1', 'NX', 'PX', ttl)) === 'OK'";
const acquire = `export const acquire = async ({ redis, key, ttl }) => ${set};`;
const release = 'export const release = async ({ redis, key }) => { await redis[0].del(key); };';

describe.each(Object.entries({ expiring, ownValue, watchdog, tokenInScript, redlock }))(
  'the template %s',
  (_, { lock }) => {
    test('can be attacked, and does no harm in calm', async () => {
      const nodes = lock === redlock.lock ? 5 : 1;
      const { apart, together } = await faultless(lock, { nodes });
      expect(apart).toMatchObject({
        problem: null,
        isFreedLate: false,
        lease: 2000,
        hasToken: lock === tokenInScript.lock,
      });
      expect(together).toBe(null);
    });
  },
);

test.each([
  ['a lock that is given back', 'me', release],
  ['a lock that nobody gives back', 'me', 'export const release = () => {};'],
  ['a lock whose value is a number', "'7'", release],
])('the expiry of a counter of tokens beside %s is no lease', async (_, value, givesBack) => {
  const counts = "const token = await redis[0].incr('count'); await redis[0].pexpire('count', 2592000000);";
  const takes = `if ((await redis[0].set(key, ${value}, 'NX', 'PX', ttl)) !== 'OK') return null;`;
  const { apart } = await faultless(
    `export async function acquire({ redis, key, ttl, me }) { ${takes} ${counts} return { token }; }\n${givesBack}`,
  );
  expect(apart).toMatchObject({ lease: 2000, hasToken: true });
});

test('a lock that client 2 has first, and gives back, is not taken for one that ends by itself', async () => {
  const late = "if (me === 'client1') await sleep(400);";
  const takes = 'return (await redis[0].setnx(key, me)) === 1;';
  const code = `export const acquire = async ({ redis, key, me, sleep }) => { ${late} ${takes} };\n${release}`;
  const { recorded, dispose } = await ownRuns(code);
  disposals.push(dispose);
  expect(playFaultless(asked, recorded).settings).toEqual({ ...asked, returnsLock: true });
});

test('a key of the code’s own may be a bare number, and no number that was given', async () => {
  const meets = async (key: string): Promise<boolean> => {
    const code = `export const acquire = async ({ redis, ttl, me }) => (await redis[0].set(${key}, me, 'NX', 'PX', ttl)) === 'OK';
      export const release = async ({ redis, ttl }) => { await redis[0].del(${key}); };`;
    const { recorded, dispose } = await ownRuns(code);
    disposals.push(dispose);
    return playFaultless(asked, recorded).binding.trial.met.has('same-key');
  };
  expect([await meets("'48151623'"), await meets('String(ttl)')]).toEqual([true, false]);
});

test('a lock whose value is a number has a lease, given back or not', async () => {
  for (const givesBack of [release, 'export const release = () => {};'])
    expect((await faultless(`${acquire}\n${givesBack}`)).apart).toMatchObject({ lease: 2000 });
});

test.each([
  ['a refusal', 'something with its lock', `if (${set}) return { key };`, true],
  ['a lock', 'nothing', `if (!(${set})) throw new Error('busy');`, undefined],
])('undefined is %s where acquire returns %s', async (_, _returned, body, returnsLock) => {
  const { parts, recorder, dispose } = await ownParts(
    `export async function acquire({ redis, key, ttl }) { ${body} }\n${release}`,
  );
  disposals.push(dispose);
  const recorded = () => Object.assign(recorder, { returnsLock: false }) && { parts, recorder };
  const { settings, problem } = playFaultless({ nodes: 1, ttl: 2000, token: false }, recorded);
  expect(problem).toBe(null);
  expect(settings.returnsLock).toBe(returnsLock);
  expect(runConcurrently(settings, recorded)).toBe(null);
});

describe('one client after the other', () => {
  const rows: readonly (readonly [claim: string, code: string, problem: object | null])[] = [
    [
      'an error of acquire',
      `export const acquire = () => redis.get();\n${release}`,
      { kind: 'threw', place: { line: 1 } },
    ],
    [
      'an error of release',
      `${acquire}\nexport const release = async ({ redis, key }) => { await redis[0].nothing(key); };`,
      { kind: 'threw', message: expect.stringContaining('NOTHING') },
    ],
    [
      'a callback that is no function',
      `export const acquire = (lock, then) => then(null, true);\n${release}`,
      { kind: 'threw', message: expect.stringContaining('not a function') },
    ],
    [
      'a promise that is rejected, and nobody waits for it',
      `${acquire.replace('=> ', "=> { Promise.reject(new Error('alone')); return ")} };\n${release}`,
      { kind: 'rejected', message: expect.stringContaining('alone'), client: 'client1' },
    ],
    [
      'a lock that nobody gets',
      `export const acquire = async () => null;\n${release}`,
      { kind: 'not-acquired', client: 'client1' },
    ],
    [
      'an acquire that waits for nothing',
      `export const acquire = () => new Promise(() => {});\n${release}`,
      { kind: 'lost-answer', client: 'client1' },
    ],
    [
      'a release that says no',
      `${acquire}\nexport const release = async ({ redis, key }) => (await redis[0].del('other' + key)) === 1;`,
      null,
    ],
    [
      'a release that says no of a key that has expired',
      `export const acquire = async ({ redis, key }) => (await redis[0].set(key, '1', 'NX', 'PX', 100)) === 'OK';
export const release = async ({ redis, key }) => (await redis[0].del(key)) === 1;`,
      null,
    ],
  ];

  test.each(rows)('%s', async (_, code, problem) => {
    const { apart } = await faultless(code);
    if (problem === null) expect(apart.problem).toBe(null);
    else expect(apart.problem).toMatchObject(problem);
  });

  test.each([
    ['does not', '', ''],
    ['renews its lock', 'timer = setInterval(() => redis[0].pexpire(key, ttl), ttl / 2);', 'clearInterval(timer);'],
  ])('a lock that %s, and whose client then works for most of a lease', async (_, renews, ends) => {
    const { parts, dispose } = await ownParts(`let timer;
export const acquire = async ({ redis, key, ttl }) => {
  if ((await redis[0].set(key, '1', 'NX', 'PX', ttl)) !== 'OK') return null;
  ${renews} return true; };
export const release = async ({ redis, key }) => { ${ends} await redis[0].del(key); };`);
    const { settings } = playFaultless({ nodes: 1, ttl: 2000, token: false }, () => ({
      parts,
      recorder: newRecorder(),
    }));
    dispose();
    expect(settings.isRenewed).toBe(renews === '' ? undefined : true);
    const { work } = attackScenario(settings).settings;
    expect(work > settings.ttl / 2).toBe(renews !== '');
  });

  test('a release that leaves the key is seen by the next client', async () => {
    const { apart } = await faultless(`${acquire}\nexport const release = async () => {};`);
    expect(apart).toMatchObject({ problem: null, isFreedLate: true });
  });

  test.each([
    ['of its own', "'PX', 30000", 30_000],
    ['in seconds that are milliseconds', "'EX', ttl", 2_000_000],
    ['that never ends', "'KEEPTTL'", null],
  ])('the lease %s is the one that the server saw', async (_, expiry, lease) => {
    const { apart } = await faultless(`${acquire.replace("'PX', ttl", expiry)}\n${release}`);
    expect(apart.lease).toBe(lease);
  });
});

describe('a lease that the code has chosen by itself', () => {
  const settled = async (acquiring: string) => {
    const { recorded, dispose } = await ownRuns(`${acquiring}\n${release}`);
    disposals.push(dispose);
    return playFaultless(asked, recorded);
  };
  const taking = (expiry: string): string => acquire.replace("'PX', ttl", expiry);

  test('a client that asks twice a second for ten minutes makes a search too long, and one that leaves it to its caller does not', async () => {
    const tenMinutes = taking("'EX', 600");
    expect(await settled(tenMinutes)).toMatchObject({ problem: null, isLong: false });
    const asking = `const once = ${tenMinutes.replace(/^.*?= /, '')}
      export const acquire = async (lock) => { while (!(await once(lock))) await lock.sleep(500); return true; };`;
    expect(await settled(asking)).toMatchObject({ problem: null, isLong: true });
  });

  const leases: readonly (readonly [string, number])[] = [
    ["'EX', 2000", 2_000_000],
    ["'EX', 86400", 86_400_000],
    ["'EX', 3600", 3_600_000],
  ];
  test.each(sampled(leases, 2))('%s is the one that is attacked', async (expiry, ttl) => {
    expect(await settled(taking(expiry))).toMatchObject({ problem: null, settings: { ttl } });
  });

  test.each([
    ["'EX', ttl", '33 min 20 s'],
    ["'EX', 86401", '24 h 1 s'],
    ["'EX', 2592000", '720 h'],
  ])('%s is refused with both numbers', async (expiry, lease) => {
    const message = `Redis was asked for a lease of ${lease}, and the code was given a TTL of 2000 milliseconds.`;
    expect((await settled(taking(expiry))).problem).toMatchObject({ kind: 'other-lease', message });
  });

  // The ten minutes above are too long, too.
  atNight('an hour in which the other client asks every 50 ms is more than a run can hold', async () => {
    const asking = `export const acquire = async ({ redis, key }) => {
  while ((await redis[0].set(key, '1', 'NX', 'EX', 3600)) !== 'OK') await new Promise((go) => setTimeout(go, 50));
  return true;
};`;
    expect((await settled(asking)).problem).toMatchObject({
      kind: 'asks-too-often',
      message: expect.stringContaining('1 h'),
    });
  });
});

describe('both clients at once', () => {
  test.each([
    [
      'a look before the key is set',
      `export const acquire = async ({ redis, key, ttl }) => {
  if (await redis[0].get(key)) return false;
  await redis[0].set(key, '1', 'PX', ttl);
  return true;
};\n${release}`,
      { harms: expect.arrayContaining(['lost', 'overlap']), failing: null, isInProcess: false },
    ],
    [
      'a variable of the process',
      'let isTaken = false; export const acquire = () => !isTaken && (isTaken = true); export const release = () => { isTaken = false; };',
      { harms: expect.arrayContaining(['lost', 'overlap']), isInProcess: true },
    ],
    [
      'a counter of those who wait',
      `export const acquire = async ({ redis, key, sleep }) => {
  await redis[0].incr(key);
  await sleep(50);
  return (await redis[0].get(key)) === '1';
};\n${release}`,
      { harms: ['unavailable'], failing: 'nobody' },
    ],
    [
      'a release that fails where somebody waits',
      `export const acquire = async ({ redis, key, ttl }) => {
  const mine = ${set};
  if (!mine) await redis[0].set('waiting', '1');
  return mine;
};
export const release = async ({ redis, key }) => (await redis[0].del(key)) === 1 && (await redis[0].get('waiting')) === null;`,
      { harms: [], failing: 'release' },
    ],
  ])('%s is broken without a fault', async (_, code, found) => {
    const { apart, together } = await faultless(code);
    expect(apart.problem).toBe(null);
    expect(together).toMatchObject(found);
  });

  test('a lock whose owner is the process id is broken where each container has the same', async () => {
    const mine = `if redis.call('get', KEYS[1]) == ARGV[1] then return 1 end
      return redis.call('set', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`;
    const { together } = await faultless(
      `export const acquire = async ({ redis, key, ttl }) => (await redis[0].eval(\`${mine}\`, 1, key, 'pid ' + process.pid, ttl)) === 1;\n${release}`,
    );
    expect(together).toMatchObject({ harms: expect.arrayContaining(['lost']), sameIdentity: true });
  });

  test('a refusal by an error is tried again', async () => {
    const { apart, together } = await faultless(
      `export const acquire = async ({ redis, key, ttl }) => { if (!(${set})) throw new Error('busy'); };\n${release}`,
    );
    expect({ problem: apart.problem, together }).toEqual({ problem: null, together: null });
  });
});

const runsOf = async (code: string) => {
  const { recorded, dispose } = await ownRuns(code);
  disposals.push(dispose);
  return recorded;
};

describe('a release', () => {
  test.each([
    ['that does nothing', 'export const release = async () => {};'],
    ['of another key', `export const release = async ({ redis, key }) => { await redis[0].del('other' + key); };`],
  ])('%s is a finding, and the lock is attacked all the same', async (_, giving) => {
    const { binding: bound, problem } = playFaultless(asked, await runsOf(`${acquire}\n${giving}`));
    expect([problem, bound.trial.met.has('freed')]).toEqual([null, false]);
  });

  test('that ends the lease earlier frees the lock', async () => {
    const giving = 'export const release = async ({ redis, key }) => { await redis[0].pexpire(key, 5); };';
    expect(playFaultless(asked, await runsOf(`${acquire}\n${giving}`)).binding.trial.met.has('freed')).toBe(true);
  });
});

test('one value for all clients is said of the lock', async () => {
  expect(playFaultless(asked, await runsOf(`${acquire}\n${release}`)).binding.trial.met.has('own-owner')).toBe(false);
});

describe('a way to call a lock', () => {
  const taking = (names: string, key: string, value: string): string =>
    `export const acquire = async (${names}) => (await client.set(${key}, ${value}, 'NX', 'PX', 2000)) === 'OK';`;
  const pasted = (text: string): string => `import Redis from 'ioredis'; const client = new Redis();\n${text}`;

  test('that gives each client an owner of its own is preferred', async () => {
    const code = `${taking('lockKey, lockId', 'lockKey', 'lockId')}
      export const release = async (lockKey, lockId) => { if ((await client.get(lockKey)) === lockId) await client.del(lockKey); };`;
    expect(playFaultless(asked, await runsOf(pasted(code))).sequentialRun.called).toBe(
      'acquire("stock", "worker-2"), release("stock", "worker-2")',
    );
  });

  test.each([
    ['what, who', 'what', 'who'],
    ['who, what', 'what', 'who'],
    ['a, b', 'a', 'b'],
    ['a, b', 'b', 'a'],
  ])('(%s) is found by what becomes of %s and %s, whatever they are called', async (names, key, value) => {
    const code = `${taking(names, key, value)}
      export const release = async (${names}) => { if ((await client.get(${key})) === ${value}) await client.del(${key}); };`;
    const given = names.split(', ').map((name) => ({ [key]: '"stock"', [value]: '"worker-2"' })[name] ?? 'undefined');
    const { binding: bound, sequentialRun: apart } = playFaultless(asked, await runsOf(pasted(code)));
    expect(isComplete(bound.trial)).toBe(true);
    expect(apart.called).toBe(`acquire(${given.join(', ')}), release(${given.join(', ')})`);
  });

  test('is asked for where one gives a key and another an owner, and none is complete', async () => {
    const code = `const names = {};
      export const acquire = async (one, other) => {
        const key = one.startsWith('worker') ? 'k' : one;
        return (await client.set(key, one, 'NX', 'PX', 2000)) === 'OK'; };
      export const release = async (one, other) => { if (!one.startsWith('worker')) await client.del(one); };`;
    const { problem } = playFaultless(asked, await runsOf(pasted(code)));
    expect(problem).toMatchObject({ kind: 'unclear-call' });
    expect(problem?.callTrials?.map(({ missing }) => missing.join())).toEqual(
      expect.arrayContaining(['own-owner', 'freed']),
    );
  });
});

describe('a refusal that does not look like one', () => {
  const returning = (held: string, refused: string): string =>
    `export const acquire = async ({ redis, key, ttl, me }) => {
       const release = () => redis[0].del(key);
       return ${set} ? ${held} : ${refused}; };`;

  test.each([
    ['a code', '{ code: 200, release }', '{ code: 423 }'],
    ['another code of the same form', '{ code: 200, release }', '{ code: 423, release }'],
    ['no fields', '{ release }', '{}'],
    ['the holder and its time', '{ release }', '{ heldBy: "worker-9", expiresIn: 100 }'],
    ['a lock that is null', '{ lock: { release }, release }', '{ lock: null, release }'],
    ['a tuple', '[true, release]', '["later", 20]'],
  ])('%s is seen in a run in which the key was another’s', async (_, held, refused) => {
    const recorded = await runsOf(returning(held, refused));
    const { settings, refusal } = playFaultless(asked, recorded);
    expect(refusal).toEqual(expect.any(String));
    expect(runConcurrently(settings, recorded)).toBe(null);
  });

  test('is not invented for a lock that returns the same to everybody', async () => {
    const recorded = await runsOf(returning('{ release }', '{ release }'));
    const { settings, refusal } = playFaultless(asked, recorded);
    expect(refusal).toBe(null);
    expect(runConcurrently(settings, recorded)?.harms).toContain('lost');
  });
});
