// The pause before the write, written by hand: Redlock on five nodes, client 1 sleeps past its lease, client 2
// writes, client 1 overwrites. For tests and pictures that must not depend on the simulator.

import type { ProcessId } from '../../src/core/model/scenario/processId';
import type { Scenario } from '../../src/core/model/scenario/scenario';
import type { Trace, TraceKind } from '../../src/core/model/trace/trace';
import { traceOf } from './traceOf';

interface Line {
  readonly ms: number;
  readonly kind: TraceKind;
  readonly process: ProcessId;
  readonly columns: Readonly<Record<string, number | string>>;
}

const nodes = ['A', 'B', 'C', 'D', 'E'] as const;

/** Collects events in any order. The trace sorts them by time. */
class Script {
  readonly lines: Line[] = [];
  private calls = 0;

  add(ms: number, kind: TraceKind, process: ProcessId, columns: Line['columns'] = {}): void {
    this.lines.push({ ms, kind, process, columns });
  }

  /** A request and its reply, which travel for `out` and `back` ms. Returns when the reply was read. */
  call(
    ms: number,
    from: ProcessId,
    to: ProcessId,
    options: { text: string; out?: number; back?: number; ok?: 0 | 1; isReplyLost?: boolean },
  ): number {
    const { text, out = 30, back = 30, ok = 1, isReplyLost = false } = options;
    const message = this.calls++ * 2;
    const there = ms + out;
    const here = there + back;
    this.add(ms, 'sent', from, { peer: to, message, text, leg: 0 });
    this.add(there, 'arrived', to, { peer: from, message });
    this.add(there, 'received', to, { peer: from, message, ok: 1 });
    this.add(there, 'sent', to, { peer: from, message: message + 1, text, leg: 1 });
    if (isReplyLost) {
      this.add(there, 'lost', to, { peer: from, message: message + 1, cause: 0 });
      return here;
    }
    this.add(here, 'arrived', from, { peer: to, message: message + 1 });
    this.add(here, 'received', from, { peer: to, message: message + 1, ok });
    return here;
  }

  set(ms: number, client: ProcessId, node: ProcessId, value: string): void {
    this.add(ms, 'entrySet', node, { peer: client, entry: 'stock', value, expiresIn: 2_000_000 });
  }
}

/** Sends SET to every node, 4 ms apart, so that the fan of messages is visible. */
function acquire(
  script: Script,
  client: ProcessId,
  ms: number,
  { hold, ok, value }: { hold: number; ok: 0 | 1; value: string },
): void {
  script.add(ms, 'acquiring', client, { hold });
  nodes.forEach((letter, i) => {
    const node: ProcessId = `node${letter}`;
    const out = 70 + i * 28;
    script.call(ms + i * 4, client, node, {
      text: 'SET',
      out,
      back: 50 + i * 22,
      ok,
      isReplyLost: letter === 'E' && client === 'client1',
    });
    if (ok === 1) script.set(ms + i * 4 + out, client, node, value);
  });
}

const scenarioFaults: Scenario['faults'] = {
  pause: {
    kind: 'pause',
    process: 'client1',
    when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
    for: 2900,
  },
  lost: { kind: 'lose', message: { from: 'nodeE', to: 'client1', leg: 'reply', nth: 1 } },
};

/** The run ends with a lost update. */
export function pauseTrace(): Trace {
  const script = new Script();
  firstClient(script);
  secondClient(script);
  const trace = traceOf({ faults: scenarioFaults });
  script.lines.sort((a, b) => a.ms - b.ms);
  for (const { ms, kind, process, columns } of script.lines) trace.add(ms, kind, process, columns);
  return trace.trace(4100);
}

function firstClient(script: Script): void {
  acquire(script, 'client1', 250, { hold: 1, ok: 1, value: '7f3a91c2' });
  script.add(500, 'acquired', 'client1', { hold: 1, validFor: 1_905_000, token: -1 });
  script.call(510, 'client1', 'storage', { text: 'read', out: 40, back: 30 });
  script.add(550, 'read', 'storage', { peer: 'client1', message: -1, version: 0, token: -1, value: 42 });
  script.add(615, 'step', 'client1', { text: 'work', task: 0 });
  script.add(615, 'paused', 'client1', { fault: 0 });
  for (const [i, letter] of nodes.entries())
    script.add(2320 + i * 30, 'entryGone', `node${letter}`, { peer: -1, entry: 'stock', cause: 1 });
  script.add(3515, 'resumed', 'client1');
  const at = script.call(3520, 'client1', 'storage', { text: 'write', out: 140, back: 60 });
  script.add(3660, 'wrote', 'storage', {
    peer: 'client1',
    message: writeOf(script),
    version: 2,
    basedOn: 0,
    token: -1,
    value: 43,
  });
  script.add(at, 'releasing', 'client1', { hold: 1 });
  script.add(at + 60, 'released', 'client1', { hold: 1, reason: 6 });
}

function secondClient(script: Script): void {
  acquire(script, 'client2', 1100, { hold: 2, ok: 0, value: 'b91e' });
  script.add(1480, 'refused', 'client2', { hold: 2, reason: 1 });
  acquire(script, 'client2', 2360, { hold: 3, ok: 1, value: 'b91e55d0' });
  script.add(2662, 'acquired', 'client2', { hold: 3, validFor: 1_868_000, token: -1 });
  script.call(2700, 'client2', 'storage', { text: 'read', out: 160, back: 120 });
  script.add(2860, 'read', 'storage', { peer: 'client2', message: -1, version: 0, token: -1, value: 42 });
  script.call(3100, 'client2', 'storage', { text: 'write', out: 140, back: 120 });
  script.add(3240, 'wrote', 'storage', {
    peer: 'client2',
    message: writeOf(script),
    version: 1,
    basedOn: 0,
    token: -1,
    value: 43,
  });
  script.add(3600, 'releasing', 'client2', { hold: 3 });
  nodes.forEach((letter, i) => {
    script.call(3600 + i * 4, 'client2', `node${letter}`, { text: 'DEL', out: 100 + i * 28, back: 40 });
    script.add(3700 + i * 32, 'entryGone', `node${letter}`, { peer: 'client2', entry: 'stock', cause: 0 });
  });
  script.add(3980, 'released', 'client2', { hold: 3, reason: 0 });
}

/** The message of the latest request. */
const writeOf = (script: Script): number =>
  Number(
    script.lines.filter(({ kind, columns }) => kind === 'sent' && columns['leg'] === 0).at(-1)?.columns['message'],
  );
