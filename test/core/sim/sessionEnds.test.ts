// A database that ends one session of a healthy client: its effect on an advisory lock, how the account puts it, and
// when it is refused or missed.
import { describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import type { Ms } from '../../../src/core/model/values/time';
import { english } from '../../../src/core/narrate/en/words';
import { narrate } from '../../../src/core/narrate/narrate';
import { chinese } from '../../../src/core/narrate/zh/words';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { whyUnsupported } from '../../../src/live/wire/unsupported';
import { type RunSetup, runOf } from '../../support/runOf';

const endsAt = (at: Ms): Fault => ({ kind: 'session-ends', process: 'client1', when: { kind: 'time', at } });

const setup = (
  lockSettings: Readonly<Record<string, string | number | boolean>>,
  faults = { ends: endsAt(8000) },
): RunSetup => ({
  lock: { id: 'sql-advisory', settings: { keepAlive: 8000, ...lockSettings } },
  settings: { clients: 2, rounds: 1, stagger: 300, work: 20_000, duration: 120_000, patience: 60_000, latency: 5 },
  faults,
});

test('the next client is let in at once, and both are inside until the first is done', () => {
  const { verdict, trace, facts } = runOf(setup({}));
  expect([verdict.lock, facts('overlap').length]).toEqual(['overlap', 1]);
  expect(eventsOf(trace, 'acquired').map(({ at }) => at)).toEqual([120_000, 8_005_000]);
  expect(verdict.chain.find(({ rule }) => rule === 'sessionEnded')?.values).toMatchObject({
    process: 'client1',
    at: 8_000_000,
  });
  expect(narrate(trace, english).filter(({ text }) => text.includes('must assume'))).toEqual([]);
});

test('a client that pings is told by its next ping', () => {
  const { trace } = runOf(setup({ pings: true }));
  expect(narrate(trace, english).map(({ text }) => text)).toContain(
    'Client 1 must assume that it has lost the lock: it has not heard from the lock service for too long.',
  );
});

test('a statement that waits in the session is answered, and its client asks again', () => {
  const { trace, verdict } = runOf(setup({}, { ends: { ...endsAt(3000), process: 'client2' } as Fault }));
  const refusals = eventsOf(trace, 'refused').map(({ at }) => at);
  expect(refusals[0]).toBeLessThan(3_100_000);
  expect(verdict.outcome).toBe('held');
});

test('a pool ends the session that has the lock: the unlock is answered false, and nobody waits for it', () => {
  const pool = { pooler: 'transaction', poolSize: 3, lends: 'any', waitMax: 60_000 };
  expect(runOf(setup(pool)).verdict.lock).toBe('overlap');
});

test('log and narration tell it in both languages', () => {
  const { trace } = runOf(setup({}));
  expect(narrate(trace, english).map(({ text }) => text)).toContain(
    'The database ends the session of client 1, which only finds out at its next statement.',
  );
  expect(narrate(trace, chinese).map(({ text }) => text)).toContain(
    '数据库结束了客户端 1 的会话；它执行下一条语句时才会知道。',
  );
});

describe('where no session can end', () => {
  const parsed = (lock: string, fault: unknown) =>
    parseScenario(
      {
        version: 2,
        seed: 1,
        lock: { id: lock },
        storage: { id: 'no-check' },
        settings: defaultSettings,
        faults: { ends: fault },
      },
      parts,
    );

  test.each([
    ['single-node', endsAt(500), 'this scenario has no database'],
    ['sql-advisory', { ...endsAt(500), process: 'service' }, 'Only a client has a session'],
  ])('%s is refused', (lock, fault, words) => {
    const found = parsed(lock, fault);
    expect(found.ok ? null : found.problems[0]?.message.en).toContain(words);
  });

  test.each([
    ['sql-advisory', 'before the client has connected'],
    ['etcd', 'at a service that is no database'],
  ])('%s: it is missed %s', (id) => {
    const found = parsed(id, endsAt(0));
    if (!found.ok) throw new Error('The fault is refused.');
    const trace = simulate(found.scenario, parts);
    expect(trace.header.missed['ends']?.en).toContain('Client 1 had no session then');
    expect(eventsOf(trace, 'faultStruck')).toEqual([]);
  });

  test('servers that cannot suffer it say why, although it stands on the lane of a client', () => {
    const reason = { en: 'Simulated alone.', zh: '只有模拟。' };
    const { faults: kinds } = parts;
    const found = parsed('sql-advisory', endsAt(500));
    if (!found.ok) throw new Error('The fault is refused.');
    expect(whyUnsupported({ 'session-ends': reason }, endsAt(500), { scenario: found.scenario, kinds })).toEqual(
      reason,
    );
  });
});
