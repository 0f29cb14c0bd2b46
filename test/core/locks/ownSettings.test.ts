// Clients with different locks, as while a new version of a program is rolled out: other key names, or other settings
// of the lock.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyLifetimes } from '../../../src/core/judge/keys';
import { decodeLink, encodeLink } from '../../../src/core/model/links/link';
import { lockSettingsFor } from '../../../src/core/model/scenario/chosenParts';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Choice, OwnSettings, Scenario } from '../../../src/core/model/scenario/scenario';
import { slowed } from '../../../src/core/model/scenario/slowed';
import { parts } from '../../../src/core/run/parts';
import { spansOf } from '../../../src/core/spans/spans';
import { crashAt } from '../../support/faultsAt';
import { outcomesOf, type RunSetup, runOf } from '../../support/runOf';

type Own = { readonly [P in ProcessId]?: OwnSettings };

const newKey = { client2: { key: 'stock-v2' } } as const;
const plainSettings = { latency: 5, stagger: 100, work: 1000, duration: 30_000, patience: 20_000 };

const setup = (lock: Choice, own: Own, more: Partial<RunSetup> = {}): RunSetup => ({
  lock,
  ...more,
  settings: { ...plainSettings, own, ...more.settings },
});

const scenarioOf = (lock: unknown, own: unknown): unknown => ({
  version: 2,
  lock,
  storage: { id: 'no-check' },
  settings: { own },
});

describe('two names of the lock', () => {
  const excluding = [...parts.locks.values()].filter(({ id, fields }) => id !== 'no-lock' && !('mode' in fields));

  test.each(excluding.map(({ id }) => id))('%s keeps the two out of each other, but for the names', (id) => {
    const lock = { id };
    expect(runOf(setup(lock, {})).facts('overlap')).toEqual([]);
    const { verdict, facts, trace } = runOf(setup(lock, newKey));
    expect([verdict.outcome, facts('overlap'), trace.strings.some((name) => name.startsWith('stock-v2'))]).toEqual([
      'lost',
      ['client1 client2'],
      true,
    ]);
    // Nobody queues behind a key with another name.
    expect(spansOf(trace).entries.filter(({ isLock, front, seq }) => isLock && front?.seq !== seq)).toEqual([]);
    expect(verdict.chain.find(({ rule }) => rule === 'otherKeys')?.values).toEqual({
      client: 'client1',
      key: 'stock',
      other: 'client2',
      otherKey: 'stock-v2',
    });
  });

  test('two clients with the new name keep each other out', () => {
    const own: Own = { ...newKey, client1: { key: 'stock-v2' } };
    expect(outcomesOf(setup({ id: 'redlock' }, own))).toEqual(['held']);
  });

  test('a version check saves the data from that', () => {
    const { verdict } = runOf(setup({ id: 'redlock' }, newKey, { storage: { id: 'version' } }));
    expect([verdict.lock, verdict.data]).toEqual(['overlap', 'refused']);
  });

  test('a key without an expiry shuts out those who lock under its name, and no others', () => {
    const crash = { faults: { crash: crashAt('client3', 'work') } };
    const lock = { id: 'single-node', settings: { expiry: 'none' } };
    const late: Own = { client1: { start: 4000 }, client2: { start: 6000 } };
    const own: Own = { ...late, client3: { key: 'stock-v2' }, client4: { key: 'stock-v2', start: 2000 } };
    const { verdict, facts } = runOf(setup(lock, own, { ...crash, settings: { clients: 4 } }));
    expect([verdict.outcome, facts('stuck-entry'), facts('starved')]).toEqual([
      'stuck',
      ['client3 nodeA'],
      ['client4'],
    ]);
    const alone = runOf(setup(lock, { ...late, client3: { key: 'stock-v2' } }, { ...crash, settings: { clients: 3 } }));
    expect(alone.facts('stuck-entry')).toEqual([]);
    // It asks when the run ends.
    const asking: Own = { ...late, client2: { start: 29_895 }, client3: { key: 'stock-v2' } };
    const cutOff = runOf(setup(lock, asking, { ...crash, settings: { clients: 3, think: 100 } }));
    expect([cutOff.times('acquiring', 'client2'), cutOff.facts('stuck-entry')]).toEqual([[29_995], []]);
  });

  test('an account names no key of another name that nobody waited for', () => {
    const dead = { crash: crashAt('client1', 'work'), other: crashAt('client3', 'work') };
    const lock = { id: 'single-node', settings: { ttl: 9000, tries: 3 } };
    const rest: Partial<RunSetup> = { faults: dead, settings: { clients: 3, patience: 3000 } };
    const inTheWay = (key: 'stock' | 'stock-v2') => {
      const own: Own = { client1: { key }, client2: { key: 'stock-v2', start: 1000 }, client3: { key: 'stock-v2' } };
      const { verdict } = runOf(setup(lock, key === 'stock' ? own : { ...own, client3: { key: 'stock' } }, rest));
      return [
        verdict.outcome,
        ...verdict.chain.flatMap(({ rule, values }) => (rule === 'keyInTheWay' ? [values.owner] : [])),
      ];
    };
    expect([inTheWay('stock'), inTheWay('stock-v2')]).toEqual([
      ['unavailable', 'client3'],
      ['unavailable', 'client1'],
    ]);
  });

  test('a release that comes late has spared no key of another name', () => {
    const message = { from: 'client1', to: 'nodeA', leg: 'request', nth: 2 } as const;
    const lock = { id: 'single-node', settings: { ttl: 500 } };
    const rest: Partial<RunSetup> = { faults: { late: { kind: 'delay', message, by: 2000 } }, settings: { work: 300 } };
    const rules = (own: Own) =>
      runOf(setup(lock, { ...own, client2: { ...own.client2, start: 2100 } }, rest)).verdict.chain.map(
        ({ rule }) => rule,
      );
    expect([rules({}).includes('keySpared'), rules(newKey).includes('keySpared')]).toEqual([true, false]);
  });

  test('a renewal beside the key of another name makes no new key', () => {
    const lock = { id: 'redisson', settings: { watchdogTimeout: 600 } };
    const { trace, times } = runOf(setup(lock, newKey));
    expect(times('entrySet', 'nodeA').length).toBeGreaterThan(4);
    expect(keyLifetimes(trace, spansOf(trace)).map(({ owner }) => trace.header.processes[owner]?.id)).toEqual([
      'client1',
      'client2',
    ]);
  });
});

describe('two settings of the lock', () => {
  const ttl = (of: number) => ({ id: 'single-node', settings: { ttl: of } });

  test.each<readonly [string, Own, string]>([
    ['all have the long TTL', {}, 'held'],
    ['the first client still has the short one', { client1: { lock: ttl(500) } }, 'lost'],
    [
      'a setting of another lock counts for nothing',
      { client1: { lock: { id: 'redlock', settings: { ttl: 500 } } } },
      'held',
    ],
  ])('%s: %s', (_, own, outcome) => {
    expect(outcomesOf(setup(ttl(3000), own))).toEqual([outcome]);
  });

  test('a client that dies leaves its key for as long as its own TTL', () => {
    const gone = (own: Own) => {
      const run = runOf(setup(ttl(3000), own, { faults: { crash: crashAt('client1', 'work') } }));
      return (run.times('entryGone', 'nodeA')[0] ?? 0) - (run.times('entrySet', 'nodeA')[0] ?? 0);
    };
    const [usual, first, second] = [
      gone({}),
      gone({ client1: { lock: ttl(8000) } }),
      gone({ client2: { lock: ttl(8000) } }),
    ];
    expect([first - usual, second - usual]).toEqual([5000, 0]);
  });

  const own = (id: string, settings: Choice['settings']): Own => ({
    client2: { lock: { id, ...(settings && { settings }) } },
  });
  const ofMarks = { storage: { id: 'marked-owner' } };

  test.each<readonly [string, RunSetup, object]>([
    ['the longest lease', setup({ id: 'etcd' }, own('etcd', { lease: 90_000 })), { lease: 91_500_000 }],
    [
      'no promise where one value is shared',
      setup(ttl(3000), own('single-node', { value: 'fixed' }), ofMarks),
      { guard: undefined },
    ],
    ['a promise where none is', setup(ttl(3000), own('single-node', { tries: 4 }), ofMarks), { guard: 'always' }],
    [
      'keys that may be taken over by one client',
      setup(
        { id: 'sql-advisory', settings: { waitMax: 600_000, pooler: 'transaction' } },
        own('sql-advisory', { ask: 'try' }),
      ),
      { keysLapse: true },
    ],
  ])('the judge knows %s', (_, run, header) => {
    expect({ lease: undefined, guard: undefined, ...runOf(run).trace.header }).toMatchObject(header);
  });

  test('each has what it does not set itself from the settings of all', () => {
    const parsed = parseScenario(
      scenarioOf(ttl(3000), { client1: { lock: { id: 'single-node', settings: { tries: 4 } } } }),
      parts,
    );
    const lock = parts.locks.get('single-node');
    if (!parsed.ok || lock === undefined) throw new Error('It is a scenario.');
    const of = (me: ProcessId) => lockSettingsFor(parsed.scenario, lock, me);
    expect([of('client1'), of('client2')]).toMatchObject([
      { ttl: 3000, tries: 4 },
      { ttl: 3000, tries: 1 },
    ]);
  });
});

describe('what is read', () => {
  const own: Own = { client2: { lock: { id: 'redlock', settings: { ttl: 900 } }, key: 'stock-v2' } };

  function parsed(lock: unknown, settings: unknown): Scenario | string {
    const result = parseScenario(scenarioOf(lock, settings), parts);
    return result.ok ? result.scenario : result.problems.map(({ message }) => message.en).join(' ');
  }

  test('a link carries it', async () => {
    const scenario = parsed({ id: 'redlock' }, own) as Scenario;
    expect(scenario.settings.own).toEqual(own);
    const link = await encodeLink(scenario, { parts });
    const decoded = await decodeLink(link, { parts, resolveStory: () => Promise.reject(new Error('No story.')) });
    expect(decoded).toMatchObject({ ok: true, scenario: { settings: { own } } });
  });

  test('in slow motion its lengths are longer, and nothing else is set', () => {
    const { settings } = slowed(parsed({ id: 'redlock' }, own) as Scenario, 3, parts);
    expect(settings.own).toEqual({ client2: { lock: { id: 'redlock', settings: { ttl: 2700 } }, key: 'stock-v2' } });
  });

  test.each<readonly [string, unknown, string]>([
    ['only clients have it', { nodeA: own.client2 }, 'settings.own.nodeA.lock is a setting of clients only.'],
    ['only names that a choice has', { client1: { key: 'stock/2' } }, 'settings.own.client1.key'],
    [
      'only settings that the lock has',
      { client1: { lock: { id: 'redlock', settings: { lease: 1 } } } },
      'settings.own.client1.lock',
    ],
    [
      'one quorum for all',
      { client1: { lock: { id: 'redlock', settings: { quorum: '1' } } } },
      'how many of them must agree',
    ],
  ])('%s', (_, given, says) => {
    expect(parsed({ id: 'redlock' }, given)).toContain(says);
  });

  test.each([
    ['chubby', { sessionTimeout: 5000 }],
    ['chubby', { lockDelay: 0 }],
    ['etcd', { election: 5 }],
    ['consul', { members: '3' }],
    ['zookeeper-sequential', { tickTime: 500 }],
    ['sql-advisory', { keepAlive: 5000 }],
  ])('%s has one service for all: %j', (id, settings) => {
    const given = { client2: { lock: { id, settings } } };
    expect(parsed({ id }, given)).toContain('settings.own.client2.lock changes the servers of the lock');
    expect(parsed({ id, settings }, given)).toMatchObject({ lock: { id } });
  });

  test('what a service reads of the settings is declared to be its own', () => {
    const folder = new URL('../../../src/core/sim/services/', import.meta.url);
    const readIn = (names: readonly string[]): readonly (string | undefined)[] =>
      names.flatMap((name) =>
        [...readFileSync(new URL(name, folder), 'utf8').matchAll(/settings\['(\w+)'\]/g)].map(([, field]) => field),
      );
    const files = readdirSync(folder);
    const services = [...new Set([...parts.locks.values()].flatMap(({ service }) => service ?? []))];
    const shared = readIn(files.filter((name) => !services.some((service) => name.startsWith(service))));
    const declared = [...parts.locks.values()].flatMap(({ service, fields }) => {
      if (service === undefined) return [];
      const read = [...shared, ...readIn(files.filter((name) => name.startsWith(service)))];
      return Object.entries(fields).filter(([name]) => read.includes(name));
    });
    expect(declared.length).toBeGreaterThan(8);
    expect(declared.filter(([, { isOfService }]) => !isOfService).map(([name]) => name)).toEqual([]);
  });

  test('a check that needs a token needs it of every client', () => {
    const scenario = { lock: { id: 'redlock', settings: { token: 'quorum' } }, storage: { id: 'fencing' } };
    const settings = { own: { client2: { lock: { id: 'redlock', settings: { token: 'none' } } } } };
    expect(parseScenario({ version: 2, ...scenario }, parts).ok).toBe(true);
    expect(parseScenario({ version: 2, ...scenario, settings }, parts)).toMatchObject({
      ok: false,
      problems: [{ code: 'needs-token' }],
    });
  });
});
