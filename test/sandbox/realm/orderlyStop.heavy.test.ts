// A client in the sandbox that is asked to stop: when its code learns of it, when it ends, and what the report says.
import { afterEach, expect, test } from 'vitest';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { parseScenario } from '../../../src/core/model/scenario/parse/parseScenario';
import { eventsOf } from '../../../src/core/model/trace/traceReader';
import { toMs } from '../../../src/core/model/values/time';
import { narrate } from '../../../src/core/narrate/narrate';
import { speechOf } from '../../../src/core/narrate/speechOf';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { type Own, ownParts, ownScenario } from '../../support/ownParts';

const opened: Own[] = [];
afterEach(() => {
  for (const own of opened.splice(0)) own.dispose();
});

const stop: Fault = {
  kind: 'crash',
  process: 'client1',
  when: { kind: 'time', at: 300 },
  restartAfter: 'never',
  signal: 'SIGTERM',
};

async function stopped(handler: string, faults: readonly Fault[] = [stop]) {
  const own = await ownParts(`
    let count = 0;
    export const acquire = ({ redis, key, ttl, me }) => { count++; return redis[0].set(key, me, 'NX', 'PX', ttl); };
    export const release = ({ redis, key }) => redis[0].del(key);
    ${handler}`);
  opened.push(own);
  const scenario = ownScenario({}, { clients: 1, rounds: 30, duration: 20_000 }, Object.fromEntries(faults.entries()));
  const { trace, verdict } = runScenario(scenario, own.parts);
  return {
    ends: eventsOf(trace, 'crashed').map(({ at, fault }) => ({ at: toMs(at), fault })),
    starts: eventsOf(trace, 'started').map(({ at }) => toMs(at)),
    logged: own.recorder.logLines.map(({ text }) => text),
    problems: own.recorder.problems,
    verdict,
    trace,
  };
}

test('a client that hears no signal ends at once', async () => {
  const { ends, problems } = await stopped('');
  expect(ends).toEqual([{ at: 300, fault: 0 }]);
  expect(problems).toEqual([]);
});

test('one that hears it is called with its name and number, and leaves when it likes', async () => {
  const { ends, logged, problems } = await stopped(
    "process.on('SIGTERM', (...given) => { console.log(given.join()); setTimeout(() => process.exit(0), 250); });",
  );
  expect(logged).toEqual(['SIGTERM,15']);
  expect(ends).toEqual([{ at: 550, fault: -1 }]);
  expect(problems).toEqual([]);
});

test('one that stays is killed after 10 s, and is back after its restart', async () => {
  const { ends, starts } = await stopped("process.on('SIGTERM', () => {});", [{ ...stop, restartAfter: 1000 }]);
  expect(ends).toEqual([{ at: 10_300, fault: 0 }]);
  expect(starts).toEqual([11_300]);
});

test('one that was paused hears it when it goes on', async () => {
  const pause: Fault = { kind: 'pause', process: 'client1', when: { kind: 'time', at: 100 }, for: 500 };
  const { ends } = await stopped("process.on('SIGTERM', () => process.exit(0));", [pause, stop]);
  expect(ends).toEqual([{ at: 600, fault: -1 }]);
});

test('a handler for once hears one signal, and the second ends the process', async () => {
  const again: Fault = { ...stop, when: { kind: 'time', at: 800 } };
  const { ends, logged } = await stopped("process.once('SIGTERM', () => console.log('heard'));", [stop, again]);
  expect(logged).toEqual(['heard']);
  expect(ends).toEqual([{ at: 800, fault: 1 }]);
});

test.each([
  ['a server', { ...stop, process: 'nodeA' }, 'Only a client can be asked to stop'],
  ['a thread alone', { ...stop, only: 'thread' }, 'a whole process'],
])('%s cannot be asked to stop', (_, fault, says) => {
  const parsed = parseScenario({ ...ownScenario(), lock: { id: 'single-node' }, faults: { one: fault } }, parts);
  expect(parsed.ok).toBe(false);
  expect(JSON.stringify(parsed)).toContain(says);
});

test('the narration says in both languages that it was asked to stop', async () => {
  const { trace } = await stopped("process.on('SIGTERM', () => {});");
  const said = (speech: typeof speechOf.en): string =>
    narrate(trace, speech)
      .map(({ text }) => text)
      .join('\n');
  expect(said(speechOf.en)).toContain('Client 1 is asked to stop (SIGTERM).');
  expect(said(speechOf.zh)).toContain('收到 SIGTERM，被要求停止。');
});
