// Good samples of all input from outside, to be damaged; and links to things that no page would make.
import fc from 'fast-check';
import { encodeLink } from '../../src/core/model/links/link';
import { checksum, pack } from '../../src/core/model/links/pack';
import { parts } from '../../src/core/run/parts';
import { simulate } from '../../src/core/sim/simulate';
import { encodeExercise } from '../../src/course/kinds/exerciseLink';
import { encodeTrace } from '../../src/live/wire/traceJson';
import { progressAsText } from '../../src/web/learn/progress';
import { madeAsText } from '../../src/web/state/made';
import { storyVersionOf, storyVersions } from '../content/stories/storyVersions';
import { wildText, wildValue } from './wild';

export const scenarios = storyVersions.filter((_, i) => i % 6 === 0).map(({ scenario }) => scenario);
const about = {
  format: 'redlock-playground exercise',
  version: 1,
  title: 'A nap of your own',
  task: { en: 'Have an update lost.', zh: '让一次更新丢失。' },
  scenario: storyVersionOf('20').scenario,
  hints: ['Look at the pause.'],
  after: 'So it is.',
};
const goal = { outcome: ['lost'] };
const goals = [{ text: 'An update is lost', goal: { any: [goal, { not: goal }] }, in: 'calm' }];
export const exerciseFiles: readonly unknown[] = [
  {
    ...about,
    kind: 'predict',
    options: [
      { text: 'It breaks', goal },
      { text: 'It holds', goal: { not: goal } },
    ],
  },
  {
    ...about,
    kind: 'break',
    goals: [{ text: 'An update is lost', goal }],
    budget: { faults: 1, kinds: ['pause'], lengthMax: 3000 },
  },
  {
    ...about,
    kind: 'fix',
    goals,
    may: ['storage', 'lock.settings.ttl'],
    pausesEverywhere: { for: 2000 },
    solution: { storage: { id: 'fencing' } },
  },
  {
    ...about,
    kind: 'choose',
    goals,
    locks: [{ id: 'redlock' }, { id: 'single-node', settings: { ttl: 1000 } }],
    storages: [{ id: 'no-check' }],
    attacks: [{ title: 'A long pause', patch: { faults: { pause: { for: 9000 } } } }],
    solution: { lock: { id: 'redlock' } },
  },
];

export const savedRuns: readonly unknown[] = ['2', '4', '20', '9c', '41'].map((name) =>
  JSON.parse(encodeTrace(simulate(storyVersionOf(name).scenario, parts))),
);

const entry = {
  id: 'a-1',
  name: 'mine',
  link: encodeLink(storyVersionOf('20').scenario, { parts }),
  at: 1,
  outcome: 'held' as const,
  data: 'safe' as const,
};

/** Saved runs, and progress. */
export const keptFiles: readonly unknown[] = [
  JSON.parse(madeAsText([entry, { ...entry, id: 'b' }])),
  JSON.parse(
    progressAsText({
      solved: { 'one-node-1': { points: 3, hints: 0 } },
      answers: { 'the-nap': { answer: 'notices', anew: 1 }, 'two-of-five': { answer: 'works', shown: true } },
    }),
  ),
];

const payloads = scenarios.flatMap((scenario) => [
  { s: 'pause-before-write', p: { lock: scenario.lock } },
  { s: 'wrong-release', v: 'fix', k: ['a'] },
  { w: 1, s: 'no-expiry', p: scenario },
  { p: scenario },
]);
const links = scenarios.map((scenario) => encodeLink(scenario, { parts }));

/** The part of a link after `#`. */
export const wildLink: fc.Arbitrary<string> = fc.oneof(
  wildValue(payloads).map((value) => linkOf(value)),
  wildText(links).map((text) => text.replace(/^"|"$/g, '')),
);

export const wildExerciseLink: fc.Arbitrary<string> = wildValue(exerciseFiles).map((value) =>
  safely(() => encodeExercise(value)),
);

function linkOf(value: unknown): string {
  const packed = safely(() => pack(value));
  return `v1.${checksum(packed)}${packed}`;
}

/** The page itself cannot pack an endlessly nested value. */
function safely(make: () => string): string {
  try {
    return make();
  } catch {
    return 'x';
  }
}
