// How many nodes must agree to a lock: a majority of all nodes, or of the client's own list.
import { expect, test } from 'vitest';
import { processIndex } from '../../../src/core/model/trace/trace';
import { commonVoters, votersOf } from '../../../src/core/spans/voters';
import { runOfStory } from '../../content/stories/knownRun';

test.each([
  ['20', { need: 3, of: 5 }],
  ['11c', { need: 2, of: 3 }],
  ['49', { need: 2, of: 3 }],
  ['49:fix', null],
  ['35b', { need: 1, of: 2 }],
])('the clients of story %s have in common: %j', (name, voters) => {
  expect(commonVoters(runOfStory(name).trace)).toEqual(voters);
});

test('a longer list needs more votes', () => {
  const { trace } = runOfStory('49:fix');
  const of = (client: 'client1' | 'client2') => votersOf(trace, processIndex(trace, client));
  expect([of('client1'), of('client2')]).toEqual([
    { need: 2, of: 3 },
    { need: 3, of: 4 },
  ]);
});
