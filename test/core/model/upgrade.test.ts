// What was made with version 1 of the scenario opens today, and keeps its meaning where a setting can express it.
import { expect, test } from 'vitest';
import { stories } from '../../../src/content/stories';
import { decodeLink } from '../../../src/core/model/link/link';
import { parseScenario } from '../../../src/core/model/parse/parseScenario';
import type { Scenario } from '../../../src/core/model/scenario';
import { loadStory } from '../../../src/core/model/story';
import { parts } from '../../../src/core/run/parts';
import { parseExercise } from '../../../src/course/kinds/parseExercise';

const resolveStory = async (id: string): Promise<Scenario | undefined> => {
  const entry = stories.find((story) => story.id === id);
  return entry === undefined ? undefined : (await loadStory(entry)).scenario;
};

async function opened(link: string): Promise<Scenario> {
  const decoded = await decodeLink(link, { parts, resolveStory });
  if (!decoded.ok) throw new Error(decoded.problem.en);
  return decoded.scenario;
}

/** Links that the playground of version 1 made, with the contents of their scenarios. */
test.each([
  ['chubby: works on', 'v1.YUC_A1qAkeuTM0qTgIkd1UXAZF5Q7J_nk19cEgz0Grg2Axc4tSCn4yxyamsB', 'never'],
  ['etcd: works on', 'v1.kRoJA1qAketTS5LBdQWSe4CJvKDYP88nv7gEWOyACkJwYVMLcjbO4qa2FgA', 'never'],
  ['zookeeper: ignores', 'v1.Pi8pA1qAkeur8oH5OBVYHepC6paSzERwSYfkvvw8l8xiaLkL1AEp6pRqQb7AWfrU1gIA', 'never'],
  ['etcd: nothing said', 'v1.HlNgA1qAketTS5LBdQVyqQAp_YxBzgc5FWcRU1sLAA', 'usual'],
  ['redlock', 'v1.l5TfA1qAkevx5HMjkPtBbsVZxtTWAgA', 'usual'],
  ['story 42, changed to stop', 'v1.q-OTg6grBjoWWCzoggtFcJEFloSVBcguy89zySyGlriQ1F-gVAsEAA', 'usual'],
  ['story 42 with another seed', 'v1.eVOOg6grBjoWWCzoggtFcJEFloSYb15bCwA', 'never'],
])('a link of version 1 opens: %s', async (_, link, whenLost) => {
  const scenario = await opened(link);
  expect(scenario.version).toBe(2);
  expect(scenario.settings.whenLost).toBe(whenLost);
  expect(JSON.stringify(scenario.lock)).not.toMatch(/stopsOnLost|onDisconnect/);
});

test.each([
  ['chubby', { stopsOnLostSession: true }, 'usual'],
  ['chubby', { stopsOnLostSession: false }, 'never'],
  ['etcd', { stopsOnLostLease: false, lease: 4000 }, 'never'],
  ['zookeeper-node', { onDisconnect: 'stop' }, 'usual'],
  ['zookeeper-sequential', { onDisconnect: 'ignore' }, 'never'],
] as const)('a file of version 1 opens: %s %j', (id, settings, whenLost) => {
  const parsed = parseScenario({ version: 1, lock: { id, settings }, storage: { id: 'no-check' } }, parts);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.scenario.settings.whenLost).toBe(whenLost);
  expect(parsed.scenario.lock.settings ?? {}).toEqual('lease' in settings ? { lease: 4000 } : {});
});

test('a value that the old setting never had is named, and so is an old setting in a new file', () => {
  const wrong = (version: number, onDisconnect: unknown) => {
    const lock = { id: 'zookeeper-node', settings: { onDisconnect } };
    const parsed = parseScenario({ version, lock, storage: { id: 'no-check' } }, parts);
    return parsed.ok ? 'ok' : parsed.problems.map(({ path }) => path).join(' ');
  };
  expect(wrong(1, 'panic')).toBe('lock.settings.onDisconnect');
  expect(wrong(2, 'stop')).toBe('lock.settings.onDisconnect');
});

test.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
  'a setting called %s is unknown, and breaks nothing',
  (name) => {
    const lock = { id: 'etcd', settings: JSON.parse(`{"${name}":true}`) };
    const parsed = parseScenario({ version: 1, lock, storage: { id: 'no-check' } }, parts);
    expect(parsed.ok).toBe(false);
    const exercise = parseExercise(
      { version: 1, scenario: { version: 1, lock }, may: [`lock.settings.${name}`] },
      parts,
    );
    expect(exercise.ok).toBe(false);
  },
);

test('an exercise of version 1 opens, with its patches and the settings that it names', () => {
  const exercise = {
    format: 'redlock-playground exercise',
    version: 1,
    kind: 'fix',
    title: 'Stop in time',
    task: 'Make it hold.',
    scenario: {
      version: 1,
      lock: { id: 'zookeeper-node', settings: { onDisconnect: 'ignore' } },
      storage: { id: 'no-check' },
    },
    may: ['lock.settings.onDisconnect'],
    goals: [{ goal: { outcome: ['held'] }, in: 'calm', text: 'It holds.' }],
    solution: { lock: { settings: { onDisconnect: 'stop' } } },
  };
  const parsed = parseExercise(exercise, parts);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  expect(parsed.exercise).toMatchObject({
    may: ['settings.whenLost'],
    scenario: { settings: { whenLost: 'never' } },
    solution: { settings: { whenLost: 'usual' } },
  });
});
