// A picture shows the end of a key in advance. Whatever happens to the clock of the server, the key must end there.
import { expect, test } from 'vitest';
import { call, type Program } from '../../../src/core/model/effects/effect';
import { command } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import { toMs } from '../../../src/core/model/values/time';
import { spansOf } from '../../../src/core/spans/spans';
import { play } from '../../support/play';

const when = { kind: 'time', at: 100 } as const;

test.each<[string, Fault, number]>([
  ['is left alone', { kind: 'clock-jump', process: 'client1', when, by: 500 }, 1010],
  ['jumps', { kind: 'clock-jump', process: 'nodeA', when, by: 500 }, 510],
  ['runs fast', { kind: 'clock-drift', process: 'nodeA', when, ppm: 200_000, for: 'ever' }, 858],
  ['runs slow for a while', { kind: 'clock-drift', process: 'nodeA', when, ppm: -200_000, for: 500 }, 1110],
])('the foreseen end of a key is right when the clock of its server %s', (_, fault, end) => {
  const program = function* (): Program {
    yield* call('nodeA', command('SET', 'k', 'v', 'PX', 1000));
  };
  const [span] = spansOf(play({ programs: { client1: program }, faults: { fault } })).entries;
  expect(Math.round(toMs(span?.expiresAt ?? 0))).toBe(end);
  // Redis counts whole milliseconds, and removes the key in the next one.
  expect(toMs(span?.to ?? 0) - toMs(span?.expiresAt ?? 0)).toBeGreaterThan(0);
  expect(toMs(span?.to ?? 0) - toMs(span?.expiresAt ?? 0)).toBeLessThan(2);
});
