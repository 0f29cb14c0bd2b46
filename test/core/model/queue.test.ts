// Places in a queue for the lock: which one is at the front and since when. Only that one counts as a holder.
import { expect, test } from 'vitest';
import { withSession } from '../../../src/core/model/trace/trace';
import { spansOf } from '../../../src/core/spans/spans';
import { traceOf } from '../../support/traceOf';

/** Three clients wait in line. The second one leaves first, then the first one. */
function queue() {
  const run = traceOf({ header: { processes: processes() } });
  const stand = (ms: number, client: 1 | 2 | 3, expiresIn: number = withSession): void => {
    const value = `0x${client}`;
    run.add(ms, 'entrySet', 'service', {
      peer: `client${client}`,
      entry: `stock/lock-000000000${client}`,
      value,
      expiresIn,
    });
  };
  const leave = (ms: number, client: 1 | 2 | 3): void => {
    run.add(ms, 'entryGone', 'service', { peer: -1, entry: `stock/lock-000000000${client}`, cause: 1 });
  };
  return { run, stand, leave };
}

const processes = () => [
  ...(['client1', 'client2', 'client3'] as const).map((id) => ({ id, role: 'client' as const, uncertainty: 0 })),
  { id: 'service' as const, role: 'service' as const, uncertainty: 0 },
];

test('who stands before everybody else is at the front, and whoever is next comes there when it leaves', () => {
  const { run, stand, leave } = queue();
  stand(10, 1);
  stand(20, 2);
  stand(30, 3);
  leave(40, 2);
  leave(50, 1);
  leave(60, 3);
  const { entries } = spansOf(run.trace(70));
  expect(entries.map(({ isLock, endsWithSession }) => [isLock, endsWithSession])).toEqual(Array(3).fill([true, true]));
  expect(entries.map(({ front }) => (front === null ? null : front.at / 1000))).toEqual([10, null, 50]);
});

test('only the front counts as a holder, and who stands behind it as nobody', () => {
  const { run, stand, leave } = queue();
  stand(10, 1);
  stand(20, 2);
  leave(50, 1);
  leave(60, 2);
  expect(spansOf(run.trace(70)).quorum.map(({ at, owner, count }) => [at / 1000, owner, count])).toEqual([
    [10, 0, 1],
    [20, 1, 0],
    // The next one is counted before the previous one ends, which avoids a gap of zero length.
    [50, 1, 1],
    [50, 0, 0],
    [60, 1, 0],
  ]);
});

test('a key without a queue is at the front from the start, and so is one that replaces it', () => {
  const run = traceOf();
  run.set(10, 'client1', 'A', 2000);
  run.set(20, 'client1', 'A', 2000);
  const fronts = spansOf(run.trace(30)).entries.map(({ front, from, endsWithSession }) => [
    front?.at,
    from,
    endsWithSession,
  ]);
  expect(fronts).toEqual([
    [10_000, 10_000, false],
    [20_000, 20_000, false],
  ]);
});

test('what only begins like the lock is no place in its queue', () => {
  const run = traceOf();
  run.add(10, 'entrySet', 'nodeA', { peer: 'client1', entry: 'stock:token', value: '1', expiresIn: -1 });
  run.add(20, 'entrySet', 'nodeA', { peer: 'client1', entry: 'stocks/1', value: '1', expiresIn: -1 });
  run.set(30, 'client2', 'A', 2000);
  expect(spansOf(run.trace(40)).entries.map(({ isLock, front }) => [isLock, front?.at])).toEqual([
    [false, undefined],
    [false, undefined],
    [true, 30_000],
  ]);
});
