/** The world of the programs of one live process: real connections, bent clocks, numbers drawn as the simulator draws them. */
import type { Host } from '../../drive/host';
import { finish, hashText, mix, scaleTo } from '../../model/random';
import type { ProcessId, Scenario } from '../../model/scenario';
import type { LiveAnchors } from './anchors';
import { Calls } from './calls';
import type { Connections } from './connections';
import { tellDeclaration } from './declared';
import { closedInbox } from './inbox';
import type { LiveClock } from './liveClock';
import type { Tell } from './report';
import { sleepFor } from './timers';

export interface HostParts {
  readonly me: ProcessId;
  readonly incarnation: number;
  readonly scenario: Scenario;
  readonly clock: LiveClock;
  readonly connections: Connections;
  readonly tell: Tell;
  readonly anchors: LiveAnchors;
  readonly holds: Holds;
}

/** Numbers of holds are unique in a run: the process' own count, and which process it is. */
export interface Holds {
  readonly before: number;
  readonly index: number;
  readonly processCount: number;
}

export function makeHost(parts: HostParts): Host {
  const { clock, tell, anchors, holds } = parts;
  const calls = new Calls(parts);
  const random = drawer(parts);
  let holdCount = holds.before;
  let hold = -1;
  return {
    now: () => clock.now(),
    mono: () => clock.mono(),
    random,
    sleep: (micros, signal) => sleepFor(clock, micros, signal),
    call: (call, asked) => calls.send(call, asked),
    heard: (call, reply, as) => calls.heard(call, reply, as),
    open: (to, topic, timeout) => calls.open(to, topic, timeout),
    listen: () => closedInbox,
    ...(anchors.countsEffects ? { beforeEffect: () => anchors.atEffect() } : {}),
    step: (label, task) => {
      tell('step', { text: label, task });
      anchors.atStep(label);
    },
    mark: (declaration) => {
      if (declaration.mark === 'acquiring') hold = holdCount++ * holds.processCount + holds.index;
      return tellDeclaration(tell, declaration, hold);
    },
  };
}

/** As the simulator draws, but that every life of a process draws anew. */
function drawer({ me, incarnation, scenario }: HostParts): Host['random'] {
  const draws = new Map<string, number>();
  const first = mix(mix(0xc0de, scenario.seed), hashText(me));
  const seed = incarnation === 0 ? first : mix(first, incarnation);
  return (name, below) => {
    const count = draws.get(name) ?? 0;
    draws.set(name, count + 1);
    return scaleTo(finish(mix(mix(seed, hashText(name)), count)), below);
  };
}
