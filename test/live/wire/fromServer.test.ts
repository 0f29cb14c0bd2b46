// A server's message is taken as it is where it makes sense; otherwise the answer is a problem in words.
import { describe, expect, it, test } from 'vitest';
import type { TraceHeader } from '../../../src/core/model/trace/trace';
import { parts } from '../../../src/core/run/parts';
import { simulate } from '../../../src/core/sim/simulate';
import { parseFromServer } from '../../../src/live/wire/fromServer';
import { rowsOf } from '../../../src/live/wire/growingTrace';
import { type FromServer, type Offer, wireVersion } from '../../../src/live/wire/messages';
import { openingScenario } from '../../../src/web/state/openingScenario';
import '../../support/handIn';

const trace = simulate(openingScenario, parts);
const header: TraceHeader = { ...trace.header, engine: 'Redis 7.0.15', origin: 'live' };
const text = { en: 'Five servers.', zh: '五台服务器。' };
const run = 'a1';
const offer: Offer = {
  type: 'offer',
  version: wireVersion,
  redis: { kind: 'ready', version: '7.0.15', from: 'own' },
  clock: 'shim',
  database: 'libsql 0.5',
  unable: { suspend: text },
  runsMax: 2,
  durationMax: 60_000,
};

const good: readonly FromServer[] = [
  offer,
  { ...offer, redis: { kind: 'missing', from: 'existing', how: text } },
  { type: 'setting-up', line: 'make' },
  { type: 'queued', run, place: 2 },
  { type: 'preparing', run, what: text },
  { type: 'began', run, scenario: openingScenario, header: { ...header, late: [[5, 9]] } },
  { type: 'rows', run, strings: trace.strings, rows: rowsOf(trace) },
  { type: 'rows', run, strings: [], rows: [], late: [[1, 2]] },
  { type: 'ended', run, header: { ...header, simulated: 'held' } },
  { type: 'failed', run, problem: text },
  { type: 'failed', run, problem: text, advice: text, lastWords: ['x'.repeat(1000)], header },
];

test.each(good.map((message) => [message.type, message] as const))('%s is taken as it is', (_type, message) => {
  expect(parseFromServer(JSON.stringify(message), parts)).toEqual({ ok: true, message });
});

test('what a newer server says besides is left out', () => {
  const said = JSON.stringify({ type: 'queued', run, place: 2, since: 5 });
  expect(parseFromServer(said, parts)).toEqual({ ok: true, message: { type: 'queued', run, place: 2 } });
});

const [process, ...processes] = header.processes;
const bad: readonly (readonly [unknown, string])[] = [
  [null, 'not an object'],
  [[], 'not an object'],
  [{}, 'type'],
  [{ type: 'dance', run }, 'must be one of offer, setting-up, queued, preparing, began, rows, ended, failed'],
  [{ type: 'toString' }, 'type must be one of'],
  [{ type: 'queued', run }, 'place is missing'],
  [{ type: 'queued', run, place: 'second' }, 'place must be a number, not "second"'],
  [{ type: 'queued', run: 7, place: 1 }, 'run must be a text, not 7'],
  [{ type: 'preparing', run, what: 'Five servers.' }, 'what must be an object'],
  [{ type: 'preparing', run, what: { en: 'Five servers.' } }, 'what.zh is missing'],
  [{ type: 'rows', run, strings: [], rows: [1, 2] }, 'rows must be a list of lists of numbers'],
  [{ type: 'rows', run, strings: [1], rows: [] }, 'strings.0 must be a text'],
  [{ type: 'rows', run, strings: [], rows: [], late: [[1]] }, 'late.0.1'],
  [{ type: 'began', run, scenario: openingScenario }, 'header'],
  [{ type: 'began', run, header: { ...header, scenario: { version: 2 } } }, 'is missing'],
  [{ type: 'began', run, header: { ...header, processes: [process, process, ...processes] } }, 'names Client 1 twice'],
  [{ type: 'ended', run, header: { ...header, ended: 'soon' } }, 'header.ended must be one of'],
  [{ type: 'failed', run, problem: text, lastWords: 'none' }, 'lastWords must be a list'],
  [{ ...offer, redis: { kind: 'perhaps' } }, 'redis.kind must be ready or missing'],
  [{ ...offer, unable: { pause: 'no' } }, 'unable.pause must be'],
  [{ ...offer, durationMax: undefined }, 'durationMax is missing'],
];

describe('what makes no sense is answered in both languages:', () => {
  it.each(bad.map(([said, problem]) => [JSON.stringify(said).slice(0, 60), problem, said] as const))(
    '%s: %s',
    (_shown, problem, said) => {
      const parsed = parseFromServer(JSON.stringify(said), parts);
      if (parsed.ok) throw new Error('It was taken.');
      expect(parsed.problem.en).toContain('does not understand');
      expect(parsed.problem.en).toContain(problem);
      expect(parsed.problem.zh).toMatch(/^页面无法理解服务器发来的内容/);
    },
  );

  it('what is no JSON', () => {
    expect(parseFromServer('<html>', parts)).toMatchObject({ ok: false });
  });

  it('a server of another version, whatever else it offers', () => {
    const parsed = parseFromServer(JSON.stringify({ type: 'offer', version: wireVersion + 1 }), parts);
    expect(parsed).toMatchObject({ ok: false, problem: { en: expect.stringContaining('different versions') } });
  });
});
