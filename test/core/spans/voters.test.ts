// How many nodes must agree to a lock: a majority of all nodes, or of the client's own list.
import { expect, test } from 'vitest';
import { findStory } from '../../../src/content/stories/storyList';
import { processIndex } from '../../../src/core/model/trace';
import { parts } from '../../../src/core/run/parts';
import { runScenario } from '../../../src/core/run/runScenario';
import { commonVoters, votersOf } from '../../../src/core/spans/voters';

const traceOfStory = async (name: string) => {
  const found = await findStory(name);
  if (found.kind !== 'found') throw new Error(`No story ${name}.`);
  return runScenario(found.told.scenario, parts).trace;
};

test.each([
  ['20', { need: 3, of: 5 }],
  ['11c', { need: 2, of: 3 }],
  ['49', { need: 2, of: 3 }],
  ['49:fix', null],
  ['35b', { need: 1, of: 2 }],
])('the clients of story %s have in common: %j', async (name, voters) => {
  expect(commonVoters(await traceOfStory(name))).toEqual(voters);
});

test('a longer list needs more votes', async () => {
  const trace = await traceOfStory('49:fix');
  const of = (client: 'client1' | 'client2') => votersOf(trace, processIndex(trace, client));
  expect([of('client1'), of('client2')]).toEqual([
    { need: 2, of: 3 },
    { need: 3, of: 4 },
  ]);
});
