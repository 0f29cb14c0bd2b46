// Where a client's belief differs from what the servers hold, and where it does not, although the key looks like
// another client's.
import { expect, test } from 'vitest';
import type { ProcessId } from '../../../src/core/model/scenario/processId';
import { processId } from '../../../src/core/model/trace/traceReader';
import { actualExpiryOf } from '../../../src/core/spans/actualExpiry';
import { spansOf } from '../../../src/core/spans/spans';
import { runOfStory } from '../../content/stories/knownRun';

/** When the key of a client's first lock was gone, in ms; null: it existed as long as the client was inside. */
function trueEnd(name: string, client: ProcessId): number | null {
  const { trace } = runOfStory(name);
  const { holds } = spansOf(trace);
  const hold = holds.find(({ process, acquiredAt }) => acquiredAt !== null && processId(trace, process) === client);
  if (hold === undefined) throw new Error(`${client} was never inside.`);
  const end = actualExpiryOf(trace, hold);
  return end === null ? null : Math.round(end / 1000);
}

test.each([
  ['20', 'client1', true],
  ['20', 'client2', false],
  // The loser's GETSET changed the stamp, and took nothing from the winner.
  ['7', 'client2', false],
  ['7b', 'client1', true],
  ['7c', 'client4', true],
  // Two of the three nodes that each client knows.
  ['49', 'client1', false],
  ['49', 'client2', false],
  ['52', 'client1', true],
] as const)('in story %s the lock of %s ends before it knows: %s', (name, client, ends) => {
  expect(trueEnd(name, client) !== null).toBe(ends);
});

test('the key that a loser has changed stands for its holder until another gets in by it', () => {
  const { trace } = runOfStory('7c');
  const overwritten = spansOf(trace)
    .entries.filter(({ cause }) => cause === 'replaced')
    .map(({ to }) => (to ?? 0) / 1000);
  expect(trueEnd('7c', 'client4')).toBeGreaterThan(Math.round(overwritten.at(-2) ?? 0));
  expect(trueEnd('7c', 'client4')).toBe(Math.round(overwritten.at(-1) ?? 0));
});
