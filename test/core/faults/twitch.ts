// A kind of fault that the playground does not have: a process stops twice, with an equally long break between. It is
// made of orders alone.

import { pause, reportInjected, resume, waitLasting } from '../../../src/core/faults/order';
import type { FaultProgram } from '../../../src/core/faults/program';
import type { FaultTexts } from '../../../src/core/faults/texts';
import type { OnProcess } from '../../../src/core/model/scenario/fault';
import { milliseconds } from '../../../src/core/model/scenario/fields';
import { defaultSettings } from '../../../src/core/model/scenario/scenario';
import { fromMs, type Ms } from '../../../src/core/model/values/time';
import { parts } from '../../../src/core/run/parts';
import type { Parts } from '../../../src/core/sim/parts';

interface TwitchFault extends OnProcess {
  readonly kind: 'twitch';
  readonly for: Ms;
}

export const twitch: FaultProgram<TwitchFault> = {
  kind: 'twitch',
  target: 'process',
  fields: {
    for: {
      ...milliseconds({
        label: { en: 'Lasts', zh: '持续' },
        help: { en: 'How long.', zh: '多久。' },
        min: 0,
        max: 5000,
        default: 80,
      }),
      phrase: 'lasts',
    },
  },
  length: 'for',
  appliesTo: 'anybody',
  usually: 'client1',
  key: 'KeyQ',
  fresh: ({ process, when }) => ({ kind: 'twitch', process, when, for: 40 }),
  problem: ({ process }) =>
    process === 'storage' ? { en: 'The storage does not twitch.', zh: '存储不会抽动。' } : null,
  mark: () => ({ shape: 'band' }),
  *inject({ process, for: length }) {
    yield* reportInjected(process);
    for (let nth = 0; nth < 2; nth++) {
      yield* pause(process);
      yield* waitLasting(fromMs(length));
      yield* resume(process);
      yield* waitLasting(fromMs(length));
    }
  },
  endedAtFields: () => ({}),
};

export const twitchInEnglish: FaultTexts<TwitchFault> = {
  name: 'Twitch',
  help: 'The process stands still twice.',
  title: (who) => `${who} twitches`,
  injected: ({ from, fault, length }) => `${from} twitches, ${length(fault.for)} each time.`,
  isNarrated: () => true,
};

export const withTwitch: Parts = {
  ...parts,
  faults: new Map([...parts.faults, [twitch.kind, twitch as FaultProgram]]),
};

/** A scenario in the form of a file. */
export const twitching = (more: object = {}): unknown => ({
  version: 2,
  lock: { id: 'single-node' },
  storage: { id: 'no-check' },
  settings: { ...defaultSettings, clients: 1, work: 600, nodes: { ...defaultSettings.nodes, count: 1 } },
  faults: {
    twitch: {
      kind: 'twitch',
      process: 'client1',
      when: { kind: 'step', process: 'client1', step: 'work', nth: 1 },
      for: 80,
      ...more,
    },
  },
});
