// The reports of several processes become one trace, however late and in whatever order they come.
import { describe, expect, it } from 'vitest';
import type { ProcessId } from '../../../../src/core/model/scenario/processId';
import { defaultSettings } from '../../../../src/core/model/scenario/scenario';
import { kindNames, type Trace, type TraceHeader, traceVersion } from '../../../../src/core/model/trace/trace';
import { eventsOf, readEvents } from '../../../../src/core/model/trace/traceReader';
import { instant } from '../../../../src/core/model/values/time';
import type { LiveEvent } from '../../../../src/live/server/liveEvent';
import { EventLog } from '../../../../src/live/server/run/eventLog';
import { GrowingTrace } from '../../../../src/live/wire/growingTrace';

const processes: readonly ProcessId[] = ['client1', 'client2', 'nodeA', 'storage'];
const epoch = 7_000_000_000_000_000;

const header: TraceHeader = {
  version: traceVersion,
  engine: 'Redis 7.0.15',
  origin: 'live',
  scenario: {
    version: 2,
    seed: 1,
    lock: { id: 'single-node' },
    storage: { id: 'no-check' },
    settings: defaultSettings,
    faults: {},
  },
  ended: 'quiet',
  endedAt: instant(0),
  processes: processes.map((id) => ({ id, role: 'client', uncertainty: 0 })),
  lockEntry: 'stock',
  quorum: 1,
  emulated: [],
  missed: {},
};

const begun = (): EventLog => {
  const log = new EventLog(processes);
  log.begin(epoch);
  return log;
};

/** An event this many microseconds into the run. */
const event = <K extends LiveEvent['kind']>(
  micros: number,
  process: ProcessId,
  kind: K,
  columns: Extract<LiveEvent, { kind: K }>['columns'],
): LiveEvent => ({ stampNanos: epoch + micros * 1000, process, kind, columns }) as LiveEvent;

const inWords = (trace: Trace): readonly string[] =>
  [...readEvents(trace)].map(({ at, kind, process }) => `${at} ${kind} ${trace.header.processes[process]?.id}`);

describe('a log of live events', () => {
  it('puts events in the order of their stamps, not of their arrival', () => {
    const log = begun();
    log.add(event(300, 'nodeA', 'received', { peer: 'client1', message: 'client1/0.1/1', ok: 1 }));
    log.add(event(100, 'client1', 'sent', { peer: 'nodeA', message: 'client1/0.1/1', text: 'GET stock', leg: 0 }));
    log.add(event(200, 'nodeA', 'arrived', { peer: 'client1', message: 'client1/0.1/1' }));
    expect(inWords(log.finish(header))).toEqual(['100 sent client1', '200 arrived nodeA', '300 received nodeA']);
  });

  it('keeps events with equal stamps in the order of their reports', () => {
    const log = begun();
    log.add(event(50, 'client1', 'faultStruck', { fault: 0 }));
    log.add(event(50, 'client1', 'paused', { fault: 0 }));
    log.add(event(50, 'client1', 'faultEnded', { fault: 0 }));
    log.add(event(50, 'client1', 'resumed', {}));
    const kinds = [...readEvents(log.finish(header))].map(({ kind }) => kind);
    expect(kinds).toEqual(['faultStruck', 'paused', 'faultEnded', 'resumed']);
  });

  it('numbers a request and its reply as one call, in the order in which calls appear', () => {
    const log = begun();
    log.add(event(1, 'client2', 'sent', { peer: 'nodeA', message: 'client2/0.1/1', text: 'A', leg: 0 }));
    log.add(event(2, 'client1', 'sent', { peer: 'nodeA', message: 'client1/0.1/1', text: 'B', leg: 0 }));
    log.add(event(3, 'nodeA', 'sent', { peer: 'client1', message: 'client1/0.1/1!', text: 'OK', leg: 1 }));
    const { count, b } = log.finish(header);
    expect([...b.slice(0, count)]).toEqual([0, 2, 3]);
  });

  it('counts a hold of a client’s next life as a new one', () => {
    const log = begun();
    log.add(event(1, 'client1', 'acquiring', { hold: 0 }));
    log.add(event(2, 'client2', 'acquiring', { hold: 0 }));
    log.add(event(3, 'client1', 'acquired', { hold: 0, validFor: 10, token: -1, shared: 0 }));
    log.add(event(4, 'client1', 'acquiring', { hold: 0 }));
    log.add(event(5, 'client1', 'refused', { hold: 0, reason: 1 }));
    const { count, a } = log.finish(header);
    expect([...a.slice(0, count)]).toEqual([0, 1, 0, 2, 2]);
  });

  it('lets no task outlive its process', () => {
    const log = begun();
    log.add(event(1, 'client1', 'step', { text: 'a', task: 0 }));
    log.add(event(2, 'client1', 'step', { text: 'a', task: 1 }));
    log.add(event(3, 'client1', 'crashed', { fault: 0, power: 0 }));
    log.add(event(4, 'client1', 'started', { kept: -1 }));
    log.add(event(5, 'client1', 'step', { text: 'a', task: 0 }));
    const trace = log.finish(header);
    expect(eventsOf(trace, 'step').map(({ task }) => task)).toEqual([0, 1, 2]);
  });

  it('takes nothing from before the beginning or from after the end', () => {
    const log = begun();
    log.add(event(-5, 'client1', 'step', { text: 'early', task: 0 }));
    log.add(event(500, 'client1', 'step', { text: 'late', task: 0 }));
    log.closeAt(epoch + 400_000);
    log.add(event(450, 'client1', 'step', { text: 'later', task: 0 }));
    log.add(event(350, 'client1', 'step', { text: 'in time', task: 0 }));
    expect(log.finish(header).strings).toEqual(['in time']);
  });

  it('never lets time fall: an event behind the horizon goes to the end of the trace, and is counted', () => {
    const log = begun();
    log.add(event(1000, 'client1', 'step', { text: 'a', task: 0 }));
    log.settle(epoch + 2_000_000);
    log.add(event(900, 'client2', 'step', { text: 'b', task: 0 }));
    expect(inWords(log.finish(header))).toEqual(['1000 step client1', '1000 step client2']);
    expect(log.lateCount).toBe(1);
  });

  it('sends rows from which a page builds the same trace', () => {
    const log = begun();
    const growing = new GrowingTrace(header);
    log.add(event(10, 'client1', 'sent', { peer: 'nodeA', message: 'client1/0.1/1', text: 'SET stock a NX', leg: 0 }));
    log.add(event(30, 'nodeA', 'entrySet', { peer: 'client1', entry: 'stock', value: 'a', expiresIn: 3e17 }));
    log.settle(epoch + 20_000);
    expect(growing.add(log.take())).toBeNull();
    log.settleAll();
    expect(growing.add(log.take())).toBeNull();
    const trace = log.finish(header);
    const grown = growing.trace(trace.header);
    expect(grown.strings).toEqual(trace.strings);
    for (const column of ['at', 'kind', 'process', 'a', 'b', 'c', 'd', 'e', 'f'] as const)
      expect([...grown[column]]).toEqual([...trace[column]]);
    expect(trace.d[1]).toBe(Number.MAX_SAFE_INTEGER);
  });

  it('throws when an event names a process that the run does not have', () => {
    const log = begun();
    log.add(event(10, 'nodeB', 'resumed', {}));
    expect(() => log.settleAll()).toThrow('nodeB');
    expect(kindNames).toContain('resumed');
  });
});
