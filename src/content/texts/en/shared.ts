/**
 * The words that both an embed and a page need, in English. The types of an embed's components allow no other words.
 */
import { englishNames } from '../../../core/model/pageNames';
import { scene } from './scene';

/** Every page that loads the words needs these too. One file for each language is smaller than two. */
export { timeline } from './timeline';

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
    step: ({ step, nth, plus }: Readonly<Record<'step' | 'nth' | 'plus', string>>) => `at “${step}”${nth}${plus}`,
    stepOf: ({ who, step, nth, plus }: Readonly<Record<'who' | 'step' | 'nth' | 'plus', string>>) =>
      `when ${who} is at “${step}”${nth}${plus}`,
    effect: ({ n, who }: { readonly n: number; readonly who: string }) => `before action ${n} of ${who}`,
    requestBefore: ({ n, who }: { readonly n: number; readonly who: string }) => `before request ${n} to ${who}`,
    requestAfter: ({ n, who }: { readonly n: number; readonly who: string }) => `after request ${n} to ${who}`,
    nth: (n: number) => `, no. ${n}`,
    plus: (time: string) => ` + ${time}`,
    messageNth: (n: number) => `number ${n}`,
    messageAfter: (at: string) => `the first from ${at} on`,
    for: (time: string) => `for ${time}`,
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
