// What links, stories and the page rely on: the names of locks, settings and steps, and texts in both languages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { lockFacts } from '../../../src/core/locks/facts';
import { type Fields, withDefaults } from '../../../src/core/model/scenario/fields';
import { needsToken } from '../../../src/core/model/scenario/resource';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import type { Text } from '../../../src/core/model/values/text';
import { parts } from '../../../src/core/run/parts';

const locks = [...parts.locks.values()];
const resources = [...parts.resources.values()];

/** Setting → default. A shared link keeps its meaning only as long as these do not change. */
const defaultsOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));

/** The same, parsed from text. */
const defaultsIn = (text: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...text.matchAll(/(\w+) ([^,\s]+)/g)].map(([, name, value = '']) => [name, JSON.parse(value)]));

test('the parts knows each by its own id', () => {
  expect([...parts.locks].filter(([id, lock]) => id !== lock.id)).toEqual([]);
  expect([...parts.resources].filter(([id, resource]) => id !== resource.id)).toEqual([]);
});

test('each lock has a folder of its name, from which a page loads it, and its facts are listed in the same order', async () => {
  expect([...lockFacts.keys()]).toEqual(locks.map(({ id }) => id));
  for (const lock of locks) {
    const folder = lock.id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    expect(lock.source).toBe(`core/locks/${folder}/lock.ts`);
    expect((await import(`../../../src/core/locks/${folder}/lock.ts`))[folder]).toBe(lock);
  }
});

test('the checks keep their order, and those with a star need a token', () => {
  const checks = resources.map((resource) => (needsToken(resource) ? `${resource.id}*` : resource.id));
  expect(checks.join(' '), 'a new check is written in here').toBe(
    'no-check fencing* two-step* unique-token marked-owner version check-sequencer* newest-sequencer* ' +
      'chunks* replicas* lagging-replica mail repository same-database',
  );
});

/** For each lock and each check: the default values, each as JSON after its name. */
const settingsKept: Readonly<Record<string, string>> = {
  'single-node': `ttl 3000, expiry "px", value "random", release "script", compareBy "script", releaseTwice false, nodeTimeout 1000,
    tries 1, retryDelay 200, retryJitter 100, wait "none", waitReplicas 1, waitTimeout 100, clock "mono",
    token "none", counterStart 0`,
  'setnx-expire': 'expire 3, nodeTimeout 1000, tries 1, retryDelay 200, retryJitter 100',
  'setnx-getset': 'ttl 3000, comparesTime true, nodeTimeout 1000, tries 1, retryDelay 200, retryJitter 100',
  'token-lock':
    'ttl 3000, counter "before", compareBy "script", nodeTimeout 1000, tries 1, retryDelay 200, retryJitter 100',
  redisson: `leaseTime 0, watchdogTimeout 30000, watchdogWatches "process", nodeTimeout 3000, retries 4,
    retryDelay 1500, retryJitter 500, firstSooner false, lockResent true, unlockResent true, unlockLatch false,
    watchdogOnError "goes-on", checkLockSyncedSlaves "off", slavesSyncTimeout 1000, waits "for-ever", waitTime 5000,
    entries 1, unlocksOnceMore false, fenced false`,
  redlock: `ttl 3000, takes "free", quorum "majority", ask "parallel", goesOn "decided", startOrder "same", keys 1,
    nodeTimeout 50, timeoutOn "every", driftFactor 0.01, driftMs 2, tries 3, retryDelay 200, retryJitter 100,
    releaseBetweenTries true, owner "acquire", releaseTo "all", releaseAwaits "all", releaseTries 1, compareBy "script",
    validityCheck true, minValidity 0, clock "larger", leaseFrom "asking", extensions 0, extendAt 0.5,
    extendBefore 0, extendTries 1, extendsWhat "mine", extendsExpired false, whenExtensionFails "keeps",
    toldBy "own-clock", reconnectOnTimeout false, token "none"`,
  flock: 'wait "waits", kind "flock", inherited false, fileSystem "local", serverLease 90',
  'pid-file': 'retryFor 0, content "nothing", numbers "distinct", fileSystem "local"',
  'state-lock': `lockTimeout 0, forced "never", forceAfter 600000, deletes "after-look", knowsOwn false,
    nodeTimeout 10000, resends 5`,
  'redlock-py': `ttl 3000, tries 3, retryDelay 200, driftFactor 0.01, nodeTimeout 0, raises true, connectsFirst false,
    compareBy "script"`,
  shedlock: `lockAtMostFor 3000, lockAtLeastFor 0, safeUpdate false, compareBy "script", whenRefused "asks-again",
    extension "none", extendEvery 1000, nodeTimeout 2000`,
  'zookeeper-node': `sessionTimeout 4000, tickTime 2000, heartbeat 0, expiresItself false, token "none", members "1",
    election 1000`,
  'zookeeper-sequential': `sessionTimeout 4000, tickTime 2000, heartbeat 0, expiresItself false, token "none",
    recheck true, nodeName "with-id", members "1", election 1000`,
  chubby: `mode "exclusive", readers 0, readersWrite false, ask "acquire", acquireTimeout 5000, sessionTimeout 12000,
    lockDelay 60000, nodeTimeout 1000, members "1", election 1000, grace 0`,
  etcd: `lease 60000, renewal "kept", waitMax 5000, recheckLease true, countsFrom "answer", nodeTimeout 1000, members "1",
    election 1000`,
  consul: `ttl 15000, renewal "kept", lockDelay 15000, behavior "release", token "lock-index", waitTime 15000, tryOnce false,
    retryDelay 5000, nodeTimeout 0, afterError "destroys", monitorRetries 0, monitorRetryTime 2000,
    stopsAfterTtl false, whenTold "unlocks", members "1", election 1000`,
  'kubernetes-lease': `leaseDuration 15, renewDeadline 10000, retryPeriod 2000, release "as-remembered", stopsWhenDeposed false,
    token "none", nodeTimeout 5000`,
  'dynamodb-lock': `leaseDuration 10000, heartbeatPeriod 3000, refreshPeriod 1000, additionalTime 1000,
    holdLockOnServiceUnavailable false, nodeTimeout 30000, retries 8`,
  'vault-dynamodb': `ttl 15000, renewInterval 5000, retryInterval 1000, watchInterval 5000, watchRetries 5, nodeTimeout 0,
    retries 10`,
  'bullmq-job': 'lockDuration 30000, processor "yields", stalledInterval 30000, maxStalledCount 1, drainDelay 5000',
  'object-store': `validity 300, heartbeat 30, tolerance 500, recipe "hudi", deletes "any", condition "etag", nonce false,
    retryDelay 1000, nodeTimeout 30000, resends 1`,
  'issue-label': `by "label", readsBack "no", sweptAfter 0, nodeTimeout 1000, tries 1, retryDelay 200, retryJitter 100`,
  'contents-lease': `lease 900, renewedBy "harness", silenceMax 60000, release "write", retryDelay 5000,
    nodeTimeout 10000`,
  'lock-file': `stale 10000, update 5000, retries 0, minTimeout 1000, onCompromised "throws", fileSystem "local",
    attributeCache 30`,
  'json-lease': `ttl 1800000, renewEvery 300000, renewedBy "harness", silenceMax 60000, retryDelay 5000, readsBack false,
    release "if-own", fileSystem "local"`,
  'sql-row': 'expiry 0, localCount "own", nodeTimeout 1000, tries 1, retryDelay 200, retryJitter 100',
  'sql-advisory': `scope "session", ask "wait", waitMax 5000, pooler "none", poolSize 20, lends "first", idleTimeout 10000, keepAlive 7200000,
    pings false, nodeTimeout 1000`,
  'shedlock-table': `lockAtMostFor 3000, lockAtLeastFor 0, usingDbTime false, whenRefused "asks-again",
    extension "none", extendEvery 1000, nodeTimeout 2000`,
  'laravel-lock': 'seconds 10, block 5, sleepMilliseconds 250, lottery 2, clock "server", nodeTimeout 2000',
  'redisson-redlock': `leaseTime 0, watchdogTimeout 30000, watchdogWatches "process", nodeTimeout 3000, retries 4,
    retryDelay 1500, retryJitter 500, firstSooner false, lockResent true, unlockResent true, unlockLatch false,
    watchdogOnError "goes-on", checkLockSyncedSlaves "off", slavesSyncTimeout 1000, waits "for-ever", waitTime 5000`,
  'python-redis-lock': `expire 0, blocking true, timeout 0, autoRenewal false, extendsTo 0, id "random",
    resetsFirst false, signalExpire 1000, nodeTimeout 0`,
  'agent-lease': `ttl 300000, renewedBy "harness", silenceMax 60000, holder "session", compareBy "script", nodeTimeout 1000,
    tries 1, retryDelay 200, retryJitter 100`,
  'no-lock': '',
  'no-check': '',
  fencing: 'compare "not-smaller", readsLeaveToken false',
  version: '',
  'two-step': 'gap 200, readsLeaveToken false',
  'unique-token': 'check "atomic", order "set-then-read"',
  'marked-owner': '',
  'check-sequencer': 'askTimeout 1000',
  'newest-sequencer': 'markAtRead false',
  chunks: 'chunks 4, checked "each", staged false',
  replicas: 'replicas 3, marks "epoch", asks "majority", marksAgain true',
  'lagging-replica': 'reads "replica", lag 500, check "none"',
  mail: 'asks true, recognizes false',
  repository: 'pushes "plain", fetches false, denyNonFastForwards false',
  'same-database': 'commitAfter 0',
};

test('settings keep their names and defaults', () => {
  expect(
    Object.fromEntries([...locks, ...resources].map(({ id, fields }) => [id, defaultsOf(fields)])),
    'links rely on these: a new lock or check is written into `settingsKept` as well',
  ).toEqual(Object.fromEntries(Object.entries(settingsKept).map(([id, text]) => [id, defaultsIn(text)])));
});

describe('steps', () => {
  test.each([
    ...locks.map((lock) => [lock.source, lock.steps] as const),
    [parts.client.source, parts.client.steps] as const,
  ])('%s reaches each of its steps on one line of its own, and names no other', (source, steps) => {
    const text = readFileSync(fileURLToPath(new URL(`../../../src/${source}`, import.meta.url)), 'utf8');
    const found = [...text.matchAll(/step\('([^']*)'\)/g)].map((match) => match[1]);
    expect(found.sort()).toEqual([...steps].sort());
  });

  test('no lock calls a step as the client does: an anchor names one place', () => {
    for (const lock of locks) expect(lock.steps.filter((step) => parts.client.steps.includes(step))).toEqual([]);
  });

  test.each(resources.map((resource) => resource.source))('%s is a file that the page can show', (source) => {
    expect(readFileSync(fileURLToPath(new URL(`../../../src/${source}`, import.meta.url)), 'utf8')).toContain('serve');
  });
});

describe('fields', () => {
  const fields = [...locks, ...resources].flatMap(({ id, fields }) =>
    Object.entries(fields).map(([name, field]) => [`${id}.${name}`, field] as const),
  );

  test.each(fields)('%s has a default that it allows', (_, field) => {
    if (field.kind === 'number') {
      expect(field.min).toBeLessThanOrEqual(field.default);
      expect(field.max).toBeGreaterThanOrEqual(field.default);
      expect(field.step).toBeGreaterThan(0);
    }
    if (field.kind === 'choice') expect(field.options.map(({ id }) => id)).toContain(field.default);
  });
});

test.each([...locks, ...resources].map((entry) => [entry.id, entry] as const))(
  '%s is explained in both languages',
  (_, { title, about }) => {
    expectBoth(title);
    expectBoth(about);
  },
);

test('a lock has the nodes that it needs, of those that the scenario counts', () => {
  const settings = { ...defaultSettings, nodes: { ...defaultSettings.nodes, count: 3 } };
  const having = (...nodes: readonly string[]) =>
    locks
      .filter((lock) => lock.services(settings, withDefaults(lock.fields, {})).join() === nodes.join())
      .map(({ id }) => id)
      .sort()
      .join(' ');
  expect(having('nodeA')).toBe(
    'agent-lease python-redis-lock redisson setnx-expire setnx-getset shedlock single-node token-lock',
  );
  expect(having('nodeA', 'nodeB', 'nodeC')).toBe('redisson-redlock redlock redlock-py');
  expect(having('service')).toBe(
    'bullmq-job chubby consul contents-lease dynamodb-lock etcd flock issue-label json-lease kubernetes-lease laravel-lock lock-file object-store pid-file shedlock-table sql-advisory sql-row state-lock vault-dynamodb zookeeper-node zookeeper-sequential',
  );
  expect(having()).toBe('no-lock');
});

function expectBoth(text: Text): void {
  expect(text.en.trim()).toBeTruthy();
  expect(text.zh.trim()).toBeTruthy();
}
