// Messages about a wrong file or link, row by row. A correct one passes unchanged.
import { describe, expect, it } from 'vitest';
import { parseScenario, parseScenarioText } from '../../../src/core/model/scenario/parse/parseScenario';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { smallParts } from '../../support/smallParts';

const kinds = [...smallParts.faults.keys()].map((kind) => `"${kind}"`).join(', ');
const good = {
  version: 2,
  seed: 7,
  lock: { id: 'all-nodes', settings: { ttl: 500 } },
  storage: { id: 'no-check' },
  settings: { clients: 2 },
  faults: {
    gc: {
      kind: 'pause',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'write', nth: 1 },
      for: 900,
    },
  },
};

/** The correct scenario with one value replaced, by its path. */
function goodWith(path: string, value: unknown): unknown {
  const copy = structuredClone(good) as Record<string, unknown>;
  const parts = path.split('.');
  let inner = copy;
  for (const part of parts.slice(0, -1)) {
    inner[part] ??= {};
    inner = inner[part] as Record<string, unknown>;
  }
  inner[parts.at(-1) ?? ''] = value;
  return copy;
}

function problemOf(value: unknown): string {
  const parsed = parseScenario(value, smallParts);
  if (parsed.ok) return 'ok';
  const [first] = parsed.problems;
  expect(first?.message.zh).toBeTruthy();
  return first?.message.en ?? 'no problem given';
}

describe('a scenario from outside', () => {
  it('keeps what is given and fills in what is not', () => {
    const parsed = parseScenario(good, smallParts);
    expect(parsed).toEqual({
      ok: true,
      scenario: { ...good, settings: { ...defaultSettings, clients: 2 } },
    });
  });

  it('needs no more than a lock and a storage', () => {
    const parsed = parseScenario({ version: 2, lock: { id: 'one-node' }, storage: { id: 'no-check' } }, smallParts);
    expect(parsed).toMatchObject({
      ok: true,
      scenario: { seed: 1, settings: defaultSettings, faults: {} },
    });
  });

  it('fills in beside a nested setting', () => {
    const parsed = parseScenario(goodWith('settings.nodes.count', 3), smallParts);
    expect(parsed.ok && parsed.scenario.settings.nodes).toEqual({ ...defaultSettings.nodes, count: 3 });
  });

  it('may name its schema for the editor, which is not kept', () => {
    const parsed = parseScenario({ $schema: './scenario.schema.json', ...good }, smallParts);
    expect(parsed.ok && '$schema' in parsed.scenario).toBe(false);
  });
});

const nodeF = { kind: 'pause', process: 'nodeF', when: { kind: 'time', at: 1 }, for: 1 };
const pauseAt = (when: unknown) => ({ ...good.faults.gc, when });
const cut = {
  kind: 'cut',
  from: ['client1'],
  to: ['nodeA'],
  bothWays: true,
  for: 'ever',
  when: { kind: 'time', at: 0 },
};
const lose = (message: unknown) => ({ kind: 'lose', message });

const refusals: readonly (readonly [path: string, value: unknown, message: string])[] = [
  ['version', 1, 'version must be 2, not 1.'],
  ['version', 3, 'version must be 2, not 3.'],
  ['seed', -1, 'seed must be a whole number from 0 to 4294967295, not -1.'],
  ['seed', 1.5, 'seed must be a whole number from 0 to 4294967295, not 1.5.'],
  [
    'sead',
    1,
    'sead is unknown: there is no field "sead" here; allowed: version, seed, lock, storage, settings, faults, harm.',
  ],
  ['settings', [], 'settings must be an object, not a list.'],
  ['settings', 5, 'settings must be an object, not 5.'],
  ['settings.clients', 10, 'settings.clients must be a whole number from 1 to 9, not 10.'],
  ['settings.clients', '2', 'settings.clients must be a whole number from 1 to 9, not "2".'],
  ['settings.clients', null, 'settings.clients must be a whole number from 1 to 9, not null.'],
  ['settings.loss', 1.01, 'settings.loss must be a number from 0 to 1, not 1.01.'],
  ['settings.check', 'always', 'settings.check must be one of "none", "before-write", "each-step", not "always".'],
  ['settings.nodes.count', 0, 'settings.nodes.count must be a whole number from 1 to 9, not 0.'],
  [
    'settings.nodes.cuont',
    3,
    'settings.nodes.cuont is unknown: there is no field "cuont" here; allowed: count, persistence, disk, replicas, replicaLag.',
  ],
  [
    'settings.nodes.replicaLag',
    'ever',
    'settings.nodes.replicaLag must be a number of milliseconds from 0 to 1209600000, or "never", not "ever".',
  ],
  [
    'settings.latency',
    -1,
    'settings.latency must be a number of milliseconds from 0 to 60000, or { min, p50, p99, max } rising within it, not -1.',
  ],
  [
    'settings.latency',
    { min: 5, p50: 4, p99: 6, max: 7 },
    'settings.latency must be a number of milliseconds from 0 to 60000, or { min, p50, p99, max } rising within it, not {"min":5,"p50":4,"p99":6,"max":7}.',
  ],
  ['settings.latency', { min: 5, p50: 6, p99: 7 }, 'settings.latency.max is missing.'],
  [
    'settings.latency',
    { min: 5, p50: 6, p99: 7, max: -1 },
    'settings.latency.max must be a number of milliseconds from 0 to 60000, not -1.',
  ],
  [
    'settings.latency',
    { min: 5, p50: 6, p99: 7, max: 8, p75: 6 },
    'settings.latency.p75 is unknown: there is no field "p75" here; allowed: min, p50, p99, max.',
  ],
  [
    'settings.own',
    { nodeZ: {} },
    'settings.own.nodeZ must be the name of a process such as client1, nodeA, replicaA1 or storage, not "nodeZ".',
  ],
  ['settings.own', { nodeA: { start: 5 } }, 'settings.own.nodeA.start is a setting of clients only.'],
  [
    'settings.own',
    { client1: { nodes: ['nodeF'] } },
    'settings.own.client1.nodes names Redis F, which does not exist; the nodes are Redis A, Redis B, Redis C, Redis D, Redis E.',
  ],
  [
    'settings.own',
    { client1: { clock: { ppm: 1e9 } } },
    'settings.own.client1.clock.ppm must be a number of millionths from -200000 to 200000, not 1000000000.',
  ],
  ['lock.id', 'red', 'lock.id must be one of "one-node", "all-nodes", not "red".'],
  ['lock', 'one-node', 'lock must be an object, not "one-node".'],
  ['lock.settings', { ttl: 0 }, 'lock.settings.ttl must be a number of milliseconds from 1 to 60000, not 0.'],
  [
    'lock.settings',
    { tll: 5 },
    'lock.settings.tll is unknown: there is no field "tll" here; allowed: ttl, tries, validity, token.',
  ],
  ['lock.settings', { validity: 1 }, 'lock.settings.validity must be true or false, not 1.'],
  ['storage.id', 'disk', 'storage.id must be one of "no-check", "fencing", not "disk".'],
  ['storage.settings', { a: 1 }, 'storage.settings.a is unknown: there is no field "a" here; allowed: none.'],
  [
    'storage.id',
    'fencing',
    'The storage "fencing" checks fencing tokens, and the lock "all-nodes" with these settings has none; give it a counter, or choose another storage.',
  ],
  ['faults', [], 'faults must be an object, not a list.'],
  ['faults.gc', { kind: 'nap' }, `faults.gc.kind must be one of ${kinds}, not "nap".`],
  ['faults.gc.for', -1, 'faults.gc.for must be a number of milliseconds from 0 to 1209600000, not -1.'],
  ['faults.gc.fro', 1, 'faults.gc.fro is unknown: there is no field "fro" here; allowed: kind, when, process, for.'],
  ['faults.gc.process', 'client3', 'faults.gc: There is no Client 3 in this scenario; there are Client 1, Client 2.'],
  [
    'faults.late',
    nodeF,
    'faults.late: There is no Redis F in this scenario; there are Redis A, Redis B, Redis C, Redis D, Redis E.',
  ],
  [
    'faults.late',
    { ...nodeF, process: 'replicaA1' },
    'faults.late: There is no Replica A1 in this scenario; its processes are Client 1, Client 2, Redis A, Redis B, Redis C, Redis D, Redis E, Storage.',
  ],
  [
    'faults.gc',
    pauseAt({ kind: 'step', process: 'client1', step: 'compared', nth: 1 }),
    'faults.gc: There is no step "compared" in the client\'s round or in the lock "all-nodes"; the steps are acquire, work, write, release, t1, t2.',
  ],
  [
    'faults.gc',
    pauseAt({ kind: 'step', process: 'nodeA', step: 'work', nth: 1 }),
    'faults.gc: Only clients run the steps and send the requests that a fault can wait for; Redis A is not a client.',
  ],
  [
    'faults.gc',
    pauseAt({ kind: 'step', process: 'client1', step: 'work', nth: 0 }),
    'faults.gc.when.nth must be a whole number from 1 to 100000, not 0.',
  ],
  ['faults.gc', pauseAt({ kind: 'time' }), 'faults.gc.when.at is missing.'],
  [
    'faults.gc',
    pauseAt({ kind: 'soon' }),
    'faults.gc.when.kind must be one of "time", "step", "effect", "request", not "soon".',
  ],
  ['faults.cut', { ...cut, to: [] }, 'faults.cut.to must be a list of 1 to 60 processes, not [].'],
  [
    'faults.cut',
    { ...cut, to: ['client1'] },
    'faults.cut: Client 1 is at both ends; a process sends itself no messages.',
  ],
  ['faults.l', lose({ from: 'client1', to: 'nodeA', leg: 'request' }), 'faults.l.message.nth is missing.'],
  [
    'faults.l',
    lose({ from: 'client1', to: 7, leg: 'request', after: 3 }),
    'faults.l.message.to must be the name of a process such as client1, nodeA, replicaA1 or storage, not 7.',
  ],
  [
    'faults.f',
    { kind: 'failover', process: 'nodeA', when: { kind: 'time', at: 1 } },
    'faults.f: Redis A has no replica that could take over.',
  ],
  ['faults.toString', nodeF, 'faults.toString: the name "toString" is not allowed.'],
];

describe('a scenario that is wrong is refused by name', () => {
  it.each(refusals)('%s = %j', (path, value, message) => {
    expect(problemOf(goodWith(path, value))).toBe(message);
  });

  it.each([[null], [5], ['text']])('%j is no scenario', (value) => {
    expect(problemOf(value)).toBe(`The scenario must be an object, not ${JSON.stringify(value)}.`);
  });

  it('says which part is missing', () => {
    expect(problemOf(undefined)).toBe('The scenario is missing; it must be an object.');
    expect(problemOf({ version: 2, storage: { id: 'no-check' } })).toBe('lock is missing.');
  });

  it('names all that is wrong, not only the first', () => {
    const parsed = parseScenario({ ...good, settings: { clients: 0, rounds: 0 } }, smallParts);
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.path)).toEqual([
      'settings.clients',
      'settings.rounds',
    ]);
  });

  it('marks a missing token, so that the page can offer the counter', () => {
    const parsed = parseScenario(goodWith('storage.id', 'fencing'), smallParts);
    expect(parsed.ok ? [] : parsed.problems.map((problem) => problem.code)).toEqual(['needs-token']);
    const withCounter = goodWith('storage.id', 'fencing') as typeof good;
    expect(problemOf({ ...withCounter, lock: { id: 'all-nodes', settings: { token: 'counter' } } })).toBe('ok');
  });

  it('lets a failover name its replica, and no other', () => {
    const failover = { kind: 'failover', process: 'nodeA', when: { kind: 'time', at: 1 } };
    const withReplicas = goodWith('settings.nodes.replicas', 2) as typeof good;
    const problem = (fault: unknown) => problemOf({ ...withReplicas, faults: { f: fault } });
    expect(problem({ ...failover, promote: 'replicaA2', cutOff: ['client1'] })).toBe('ok');
    expect(problem({ ...failover, promote: 'replicaB1' })).toBe(
      'faults.f: Replica B1 is not a replica of Redis A; its replicas are Replica A1, Replica A2.',
    );
    expect(problem({ ...failover, cutOff: ['nodeB'] })).toBe(
      'faults.f: Only clients can go on talking to a master that is cut off; Redis B is not a client.',
    );
  });

  it('lets a suspended machine be moved, with or without NTP, and asks for neither', () => {
    const suspend = { kind: 'suspend', process: 'nodeA', when: { kind: 'time', at: 1 }, for: 50 };
    const problem = (more: object) => problemOf(goodWith('faults.s', { ...suspend, ...more }));
    expect([{}, { wallClock: 'stands' }, { wallClock: 'stands', ntpAfter: 0 }].map(problem)).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect(problem({ wallClock: 'goes' })).toContain('faults.s.wallClock must be "stands"');
    expect(problem({ wallClock: 'stands', ntpAfter: 'ever' })).toContain('faults.s.ntpAfter must be');
  });

  it('takes a hundred faults and no more', () => {
    const faults = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`pause ${i}`, good.faults.gc]));
    expect(problemOf({ ...good, faults: faults(100) })).toBe('ok');
    expect(problemOf({ ...good, faults: faults(101) })).toMatch(/^faults must be an object of at most 100 faults/);
  });

  it('takes names of 64 characters and no more', () => {
    expect(problemOf({ ...good, faults: { ['x'.repeat(64)]: good.faults.gc } })).toBe('ok');
    expect(problemOf({ ...good, faults: { ['x'.repeat(65)]: good.faults.gc } })).toMatch(
      /a name of 1 to 64 characters/,
    );
    expect(problemOf({ ...good, faults: { '': good.faults.gc } })).toMatch(/a name of 1 to 64 characters/);
  });

  it('keeps a fault without its target where it is named as kept', () => {
    const value = goodWith('faults.late', nodeF);
    expect(parseScenario(value, smallParts, { keptFaults: ['late'] }).ok).toBe(true);
    expect(parseScenario(value, smallParts, { keptFaults: ['gc'] }).ok).toBe(false);
  });
});

describe('a text that is wrong', () => {
  const messageOf = (text: string): string => {
    const parsed = parseScenarioText(text, smallParts);
    return parsed.ok ? 'ok' : (parsed.problems[0]?.message.en ?? '');
  };

  it('is refused by its length before it is read', () => {
    expect(messageOf(' '.repeat(10_000_000))).toBe('The scenario is too long: 9766 kB; at most 256 kB are read.');
  });

  it('is no JSON', () => {
    expect(messageOf('{"version": 1,}')).toMatch(/^This is not JSON: /);
    expect(messageOf('')).toMatch(/^This is not JSON: /);
  });

  it('is nested without end', () => {
    expect(messageOf(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(
      'The scenario must be an object, not a list.',
    );
    const deep = `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`;
    expect(messageOf(deep)).toBe('a.a.a.a is nested too deeply; at most 12 levels are read.');
  });

  it('has keys that belong to every object', () => {
    const text = JSON.stringify(good);
    expect(messageOf(text.replace('"gc"', '"__proto__"'))).toBe(
      'faults.__proto__: the name "__proto__" is not allowed.',
    );
    expect(messageOf(text.replace('"gc"', '"constructor"'))).toBe(
      'faults.constructor: the name "constructor" is not allowed.',
    );
  });

  it('turns no words around and hides none, wherever the message quotes the text', () => {
    const trap = '\u202e\u200b\u001b[31m';
    const wrong = [
      goodWith('lock.id', trap),
      goodWith('seed', trap),
      goodWith(`settings.${trap}`, 1),
      goodWith(`faults.${trap}`, { kind: trap }),
      goodWith('faults.gc.process', trap),
    ].map((value) => JSON.stringify(value));
    const texts = [...wrong, trap, `{"${trap}":`, `{"a${trap}":1,"a${trap}":2}`];
    for (const text of texts) expect(messageOf(text)).not.toMatch(/\p{Cf}|\p{Cc}/u);
    expect(messageOf(wrong[0] ?? '')).toContain('\\u202e\\u{200b}\\u001b');
  });

  it('comes through when it is right', () => {
    const parsed = parseScenarioText(JSON.stringify(good), smallParts);
    expect(parsed.ok && (parsed.scenario satisfies Scenario).seed).toBe(7);
  });
});
