/**
 * The words that both an embed and a page need, in English. The types of an embed's components allow no other words.
 */
import { englishNames } from '../../../core/model/links/pageNames';
import { scene } from './scene';

/** Every page that loads the words needs these too. One file for each language is smaller than two. */
export { timeline } from './timeline';

/** A step of a client, which of its times, and how long after it (empty: at once). */
interface SaidStep {
  readonly step: string;
  readonly nth: number;
  readonly plus: string;
}

const ordinal = (n: number): string =>
  `${n}${['th', 'st', 'nd', 'rd'][n % 100 > 10 && n % 100 < 14 ? 0 : n % 10] ?? 'th'}`;

/** `before its 2nd write`. A lock’s own step is quoted. */
const stepSaid = (whose: string, step: string, { nth, plus }: Omit<SaidStep, 'step'>): string =>
  `${plus === '' ? 'before' : `${plus} after`} ${whose} ${nth > 1 ? `${ordinal(nth)} ` : ''}${/^(read|work|check|write|wait|release)$/.test(step) ? step : `“${step}”`}`;

export const shared = {
  name: 'Redlock Playground',
  scene,
  process: englishNames,
  fault: {
    /** Stands between the short names of several processes. */
    comma: englishNames.comma,
  },
  when: {
    time: (at: string) => `at ${at}`,
    step: ({ step, nth, plus }: SaidStep) => stepSaid('its', step, { nth, plus }),
    stepOf: ({ who, step, nth, plus }: SaidStep & { readonly who: string }) =>
      stepSaid(`${who}’s`, step, { nth, plus }),
    effect: ({ n, who }: { readonly n: number; readonly who: string }) => `before the ${ordinal(n)} action of ${who}`,
    requestBefore: ({ n, who }: { readonly n: number; readonly who: string }) =>
      `before the ${ordinal(n)} request to ${who}`,
    requestAfter: ({ n, who }: { readonly n: number; readonly who: string }) =>
      `after the ${ordinal(n)} request to ${who}`,
    messageNth: (n: number) => `(the ${ordinal(n)})`,
    messageAfter: (at: string) => `the first from ${at} on`,
    for: (time: string) => `· for ${time}`,
    restartAfter: (time: string) => `back after ${time}`,
    staysDown: 'stays down',
    toEnd: '· to the end',
    by: (amount: string) => `· ${amount}`,
    longer: (amount: string) => `· ${amount} longer`,
    over: (time: string) => `over ${time}`,
  },
  problem: {
    title: 'This run cannot be shown',
    text: 'Something in the playground itself is wrong. Your scenario is kept.',
    undo: 'Undo the last change',
    again: 'Try again',
    copy: 'Copy the scenario',
    detail: 'What went wrong',
    scenario: 'Your scenario',
  },
  embed: {
    open: 'Open',
    find: 'Find a break',
    findLabel: 'Find a break, in the playground',
    openLabel: 'Open in the playground',
    full: 'Full screen',
    tooLong: (n: number) => `This run is longer than the ${n} events that a frame plays. Only its beginning is shown.`,
  },
  compare: {
    now: 'Now',
    changed: 'Changed',
    only: (faults: string) => `only here: ${faults}`,
    missed: (count: number) =>
      count === 1 ? '1 of its faults finds no target here' : `${count} of its faults find no target here`,
  },
  bar: {
    nodes: (n: number) => `${n} nodes`,
    original: 'Original',
    variants: 'Variants of this story',
  },
  playback: {
    space: 'Space',
    title: 'Playback',
    play: 'Play',
    pause: 'Stop',
    previous: 'Previous event',
    next: 'Next event',
    at: 'Time',
  },
  verdict: {
    label: 'Verdict',
    beginning: 'Still being simulated',
    beginningText: 'This is a long run. Its beginning is on screen, and nothing has broken in it.',
  },
  link: {
    broken: (problem: string) => `This link cannot be opened: ${problem}`,
  },
  live: {
    simulated: 'Simulated',
    real: 'Real Redis',
    preview: 'Simulated until you run it',
    running: 'Running on real Redis',
    asSimulated: (apart: string) => `as simulated, at most ${apart} apart`,
    otherSteps: 'the outcome as simulated, by other steps',
    otherwise: (headline: string) => `not as simulated: “${headline}”`,
    runningText: 'Events arrive while it runs; nothing has broken so far.',
  },
};
