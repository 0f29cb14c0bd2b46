// What a resource, a lock service and a client record: each action is one event, with the same columns in both
// worlds.

import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type Declaration, reasons } from '../../../src/core/model/effects/effect';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import type { Refusal, ResourceServer } from '../../../src/core/model/scenario/resource';
import { defaultSettings, type Scenario } from '../../../src/core/model/scenario/scenario';
import { Declarations, recordDeclaration } from '../../../src/core/model/trace/declaration';
import { type EventWriter, eventWriters } from '../../../src/core/model/trace/eventWriters';
import { newCell, recordServer } from '../../../src/core/model/trace/recordServer';
import { serviceWriter } from '../../../src/core/model/trace/serviceWriter';
import {
  columnMax,
  goneCauses,
  kindNames,
  refusalChecks,
  type Trace,
  type TraceHeader,
  type TraceKind,
  traceKinds,
  traceVersion,
} from '../../../src/core/model/trace/trace';
import { readEvent } from '../../../src/core/model/trace/traceReader';
import { instant } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import { recorder as simulatedTeller } from '../../../src/core/sim/recorder';
import { World } from '../../../src/core/sim/world';
import type { LiveEvent } from '../../../src/live/server/liveEvent';
import { recorder as liveTeller } from '../../../src/live/server/process/recorder';
import { EventLog } from '../../../src/live/server/run/eventLog';

const scenario: Scenario = {
  version: 2,
  seed: 1,
  lock: { id: 'no-lock' },
  storage: { id: 'no-check' },
  settings: defaultSettings,
  faults: {},
};

const processes: readonly ProcessId[] = ['client1', 'client2', 'storage'];

const header: TraceHeader = {
  version: traceVersion,
  engine: 'none',
  origin: 'simulated',
  scenario,
  ended: 'quiet',
  endedAt: instant(0),
  processes: processes.map((id) => ({ id, role: 'client', uncertainty: 0 })),
  lockEntry: 'stock',
  quorum: 1,
  emulated: [],
  missed: {},
};

/** Keeps what is recorded. */
function listener(): { readonly record: EventWriter<string, string>; readonly recorded: unknown[] } {
  const recorded: unknown[] = [];
  const listening = eventWriters<unknown[], string, string>((list, kind, ...columns) => {
    const name = kindNames[kind] as TraceKind;
    list.push([name, Object.fromEntries(traceKinds[name].map((column, index) => [column, columns[index]]))]);
  });
  return { record: listening(recorded), recorded };
}

type Server = ResourceServer<unknown>;

describe('a cell tells of', () => {
  const asked = { peer: 'client2', message: 'its 3rd' };
  const refused = (refusal: Refusal) => (server: Server) => server.reject(refusal);
  const rejected = (check: Refusal['check'], token: number, against: number, value: number) => [
    'rejected',
    { ...asked, token, against, value, check: refusalChecks.indexOf(check) },
  ];
  const actions: readonly (readonly [string, (server: Server) => unknown, unknown])[] = [
    ['a read', (s) => s.reportRead(5), ['read', { ...asked, version: 1, token: 5, value: 42 }]],
    ['a read without a token', (s) => s.reportRead(null), ['read', { ...asked, version: 1, token: -1, value: 42 }]],
    [
      'a look that finds it done',
      (s) => s.reportEffectCheck(true),
      ['read', { ...asked, version: -1, token: -1, value: 1 }],
    ],
    [
      'a look that does not',
      (s) => s.reportEffectCheck(false),
      ['read', { ...asked, version: -1, token: -1, value: 0 }],
    ],
    [
      'a write, which is the next version',
      (s) => s.accept({ value: 43, base: 1, token: 6 }),
      ['wrote', { ...asked, version: 2, basedOn: 1, token: 6, value: 43 }],
    ],
    [
      'a write that is told its version',
      (s) => s.accept({ value: 43, base: -1, token: null, version: 9 }),
      ['wrote', { ...asked, version: 9, basedOn: -1, token: -1, value: 43 }],
    ],
    [
      'a part',
      (s) => s.acceptPart({ part: 2, base: 1, token: null, value: 43 }),
      ['wrotePart', { ...asked, part: 2, basedOn: 1, token: -1, value: 43 }],
    ],
    [
      'a action without versions',
      (s) => s.reportEffect(3),
      ['wrote', { ...asked, version: -1, basedOn: -1, token: -1, value: 3 }],
    ],
    ['an old token', refused({ check: 'token', token: 1, against: 2, value: 43 }), rejected('token', 1, 2, 43)],
    ['no token', refused({ check: 'holder', token: null, against: null, value: null }), rejected('holder', -1, -1, -1)],
    ['an old version', refused({ check: 'version', base: 1, against: 2, value: 43 }), rejected('version', 1, 2, 43)],
    ['an owner without a mark', refused({ check: 'owner', value: 43 }), rejected('owner', -1, -1, 43)],
    ['a sequencer’s mode', refused({ check: 'mode', token: 7, value: 43 }), rejected('mode', 7, -1, 43)],
    ['a sequencer', refused({ check: 'sequencer', token: 7, value: null }), rejected('sequencer', 7, -1, -1)],
    ['a token that is left', (s) => s.reportToken(8), ['marked', { peer: 'client2', token: 8 }]],
    [
      'a mark',
      (s) => s.setOwner('7f3a'),
      ['entrySet', { peer: 'client2', entry: 'mark', value: '7f3a', expiresIn: -1 }],
    ],
    [
      'a mark that is taken away',
      (s) => s.setOwner(null),
      ['entryGone', { peer: 'client2', entry: 'mark', cause: goneCauses.indexOf('deleted') }],
    ],
    ['what it adopts', (s) => s.adopt({ value: 50, version: 4 }), ['replicated', { peer: 'client2', upTo: 4 }]],
  ];

  const served = (record: EventWriter<string, string>, client: 'client1' | 'client2', at = newCell<string>(null)) =>
    recordServer(
      { at, record, me: 'storage', settings: {}, numberOf: (peer) => Number(peer.at(-1)) },
      { client, peer: client, message: 'its 3rd' },
    );

  test.each(actions)('%s', (_, action, event) => {
    const { record, recorded } = listener();
    action(served(record, 'client2'));
    expect(recorded).toEqual([event]);
  });

  test('the one whose mark stands, when it refuses for its sake', () => {
    const { record, recorded } = listener();
    const at = newCell<string>(null);
    served(record, 'client1', at).setOwner('7f3a');
    served(record, 'client2', at).reject({ check: 'owner', value: 43 });
    expect(recorded.at(-1)).toEqual(rejected('owner', -1, 1, 43));
    served(record, 'client2', at).setOwner(null);
    served(record, 'client2', at).reject({ check: 'owner', value: 43 });
    expect(recorded.at(-1)).toEqual(rejected('owner', -1, -1, 43));
  });

  test('values and versions as they come to stand', () => {
    const { record } = listener();
    const server = served(record, 'client1');
    const { cell } = server;
    expect(server.accept({ value: 43, base: 1, token: null })).toBe(2);
    expect(cell).toEqual({ value: 43, version: 2, token: null, owner: null });
    server.reportEffect(7);
    server.setOwner('7f3a');
    expect(cell).toEqual({ value: 7, version: 2, token: null, owner: '7f3a' });
    server.adopt({ value: 9, version: 6 });
    expect(cell).toMatchObject({ value: 9, version: 6 });
  });
});

describe('a client declares', () => {
  const held = 4;
  const declarations: readonly (readonly [Declaration, number, unknown])[] = [
    [{ mark: 'acquiring' }, 9, ['acquiring', { hold: 9 }]],
    [
      { mark: 'refused', hold: held, reason: 'no-quorum' },
      held,
      ['refused', { hold: held, reason: reasons.indexOf('no-quorum') }],
    ],
    [
      { mark: 'acquired', hold: held, validFor: 20, token: 3, shared: true },
      held,
      ['acquired', { hold: held, validFor: 20, token: 3, shared: 1 }],
    ],
    [
      { mark: 'acquired', hold: held, validFor: 20, token: null, shared: false },
      held,
      ['acquired', { hold: held, validFor: 20, token: -1, shared: 0 }],
    ],
    [{ mark: 'extended', hold: held, validFor: 30 }, held, ['extended', { hold: held, validFor: 30 }]],
    [{ mark: 'releasing', hold: held }, held, ['releasing', { hold: held }]],
    [
      { mark: 'released', hold: held, reason: 'not-owner' },
      held,
      ['released', { hold: held, reason: reasons.indexOf('not-owner') }],
    ],
    [
      { mark: 'lost', hold: held, reason: 'stolen' },
      held,
      ['lockLost', { hold: held, reason: reasons.indexOf('stolen') }],
    ],
    [
      { mark: 'stopped', hold: held, reason: 'expired' },
      held,
      ['stopped', { hold: held, reason: reasons.indexOf('expired') }],
    ],
    [{ mark: 'finished', round: 2, ok: true }, 9, ['finished', { round: 2, ok: 1 }]],
    [{ mark: 'finished', round: 2, ok: false }, 9, ['finished', { round: 2, ok: 0 }]],
  ];

  test.each(declarations)('%j, of hold %i', (declaration, hold, event) => {
    const { record, recorded } = listener();
    expect(recordDeclaration(record, declaration, 9)).toBe(hold);
    expect(recorded).toEqual([event]);
  });

  test('holds by numbers that no other process and no other life of it has', () => {
    const { record } = listener();
    const three = (before: number, index: number) => {
      const declarations = new Declarations(record, { before, index, processCount: 3 });
      return [0, 1, 2].map(() => declarations.declare({ mark: 'acquiring' }));
    };
    const all = [...three(0, 0), ...three(0, 1), ...three(0, 2), ...three(3, 1)];
    expect(new Set(all).size).toBe(all.length);
  });

  test('the end of a round, which is of the hold that was opened last', () => {
    const { record } = listener();
    const declarations = new Declarations(record, { before: 0, index: 0, processCount: 1 });
    expect(declarations.declare({ mark: 'finished', round: 1, ok: false })).toBe(-1);
    const hold = declarations.declare({ mark: 'acquiring' });
    expect(declarations.declare({ mark: 'finished', round: 1, ok: true })).toBe(hold);
  });
});

describe('a lock service tells of', () => {
  test('an entry that outlives what a column can hold, as of the longest that it can', () => {
    const { record, recorded } = listener();
    serviceWriter(record).entrySet('client1', 'stock', 'x', 2 ** 60);
    expect(recorded).toEqual([['entrySet', { peer: 'client1', entry: 'stock', value: 'x', expiresIn: columnMax }]]);
  });

  test('an entry that nobody removed', () => {
    const { record, recorded } = listener();
    serviceWriter(record).entryGone(null, 'stock', 'expired');
    expect(recorded).toEqual([['entryGone', { peer: null, entry: 'stock', cause: goneCauses.indexOf('expired') }]]);
  });

  test('reads and writes of the resource in it, which have no token', () => {
    const { record, recorded } = listener();
    const service = serviceWriter(record);
    service.read('client1', { message: '3rd', value: 42, version: 1 });
    service.wrote('client1', { message: '4th', value: 43, version: 2, base: 1 });
    expect(recorded).toEqual([
      ['read', { peer: 'client1', message: '3rd', version: 1, token: -1, value: 42 }],
      ['wrote', { peer: 'client1', message: '4th', version: 2, basedOn: 1, token: -1, value: 43 }],
    ]);
  });
});

/** A number, a text, a process or a message for each column of a kind, all of them different. */
function rowOf(kind: TraceKind): readonly (readonly [name: string, value: string | number])[] {
  return traceKinds[kind].map((name, index) => {
    const isText = name === 'text' || name === 'entry' || (kind === 'entrySet' && name === 'value');
    return [name, isText ? `text ${index}` : 10 + index];
  });
}

/** Records an event of this kind, with any columns. */
const recordAny = (record: object, kind: TraceKind, ...columns: readonly unknown[]): void =>
  (record as Record<string, (...columns: readonly unknown[]) => void>)[kind]?.(...columns);

describe('what is told as', () => {
  it.each(kindNames)('%s stands under the same names in a simulated trace and in a live report', (kind) => {
    const row = rowOf(kind);
    const columns = row.map(([, recorded]) => recorded);

    const world = new World(scenario, parts);
    recordAny(simulatedTeller({ world, process: 2 }), kind, ...columns);
    const trace = world.trace.finish(header);
    const event: Record<string, unknown> = { ...readEvent(trace, 0) };
    expect(event).toMatchObject({ kind, process: 2 });
    for (const [name, value] of row)
      expect(typeof value === 'string' ? trace.strings[Number(event[name])] : event[name], name).toBe(value);

    const reports: LiveEvent[] = [];
    recordAny(liveTeller({ me: 'storage', report: (report) => void reports.push(report) }), kind, ...columns);
    expect(reports).toMatchObject([{ kind, process: 'storage', columns: Object.fromEntries(row) }]);
  });

  it('nobody’s action is −1 in the trace, and nothing in a report', () => {
    const world = new World(scenario, parts);
    simulatedTeller({ world, process: 2 }).entryGone(null, 'stock', 1);
    expect(readEvent(world.trace.finish(header), 0)).toMatchObject({ peer: -1, cause: 1 });
    const reports: LiveEvent[] = [];
    liveTeller({ me: 'storage', report: (report) => void reports.push(report) }).entryGone(null, 'stock', 1);
    expect(reports.map(({ columns }) => columns)).toEqual([{ entry: 'stock', cause: 1 }]);
  });

  it('a life of a process is that process', () => {
    const world = new World(scenario, parts);
    simulatedTeller({ world, process: 2 }).waiting({ index: 1 });
    expect(readEvent(world.trace.finish(header), 0)).toMatchObject({ peer: 1 });
  });
});

test('a column that is missing does not compile, nor one too many, nor a number where the world has names', () => {
  const { record } = listener();
  // @ts-expect-error
  record.read('client1', '3rd', 1, -1);
  // @ts-expect-error
  record.marked('client1', -1, 1);
  // @ts-expect-error
  record.marked(1, -1);
  record.entryGone(null, 'stock', 1);
});

const anyToken = fc.option(fc.nat(9));
const anyAction: fc.Arbitrary<(server: Server) => unknown> = fc.oneof(
  anyToken.map((token) => (s: Server) => s.reportRead(token)),
  fc.boolean().map((isDone) => (s: Server) => s.reportEffectCheck(isDone)),
  fc.record({ value: fc.nat(99), base: fc.nat(9), token: anyToken }).map((write) => (s: Server) => s.accept(write)),
  fc.constant((s: Server) => s.reject({ check: 'owner', value: 43 })),
  fc.nat(9).map((token) => (s: Server) => s.reportToken(token)),
  fc.constantFrom('7f3a', '91c0', null).map((owner) => (s: Server) => s.setOwner(owner)),
  fc.record({ value: fc.nat(99), version: fc.nat(9) }).map((write) => (s: Server) => s.adopt(write)),
);

const rowsOf = ({ kind, process, a, b, c, d, e, f, strings }: Trace) => ({
  strings,
  columns: [kind, process, a, b, c, d, e, f].map((column) => [...column]),
});

/** Each action has its own request. In a live run, a request that no event names has no number. */
function played(
  actions: readonly { readonly client: 0 | 1; readonly action: (server: Server) => unknown }[],
): readonly [simulated: Trace, live: Trace] {
  const world = new World(scenario, parts);
  const log = new EventLog(processes);
  log.begin(0);
  let calls = 0;
  let isNamed = false;
  const report = (event: LiveEvent): void => {
    isNamed ||= 'message' in event.columns;
    log.add({ ...event, stampNanos: 0 });
  };
  const shared = { settings: {}, me: 'storage' } as const;
  const simulated = {
    ...{ ...shared, at: newCell<number>(null), record: simulatedTeller({ world, process: 2 }) },
    numberOf: (process: number) => process,
  };
  const live = {
    ...{ ...shared, at: newCell<ProcessId>(null), record: liveTeller({ me: 'storage', report }) },
    numberOf: (process: ProcessId) => processes.indexOf(process),
  };
  for (const { client: peer, action } of actions) {
    const client = processes[peer] as ProcessId;
    isNamed = false;
    action(recordServer(live, { client, peer: client, message: `${client}/${calls}` }));
    action(recordServer(simulated, { client, peer, message: 2 * calls }));
    if (isNamed) calls++;
  }
  return [world.trace.finish(header), log.finish(header)];
}

test('whatever is done at a resource, a live run has the rows that the simulator writes', () => {
  const actions = fc.array(fc.record({ client: fc.constantFrom(0, 1), action: anyAction }), { maxLength: 12 });
  fc.assert(
    fc.property(actions, (some) => {
      const [simulated, live] = played(some);
      expect(rowsOf(live)).toEqual(rowsOf(simulated));
    }),
    { seed: 15 },
  );
});
