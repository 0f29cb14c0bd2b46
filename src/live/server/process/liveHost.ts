/**
 * The world in which the programs of one live process run: real connections, bent clocks, and random numbers drawn as
 * the simulator draws them.
 */

import type { ProcessId } from '../../../core/model/scenario/processId';
import type { Scenario } from '../../../core/model/scenario/scenario';
import { Declarations, type HoldNumbers } from '../../../core/model/trace/declaration';
import { Draws } from '../../../core/model/values/random';
import type { Host } from '../../../core/promises/host';
import { noSubscription } from '../../../core/promises/inboxes';
import type { LiveEventWriter } from '../liveEvent';
import type { LiveAnchors } from './anchors';
import { Calls } from './calls';
import type { Connections } from './connections';
import type { LiveClock } from './liveClock';
import { sleepFor } from './timers';

export interface HostParts {
  readonly me: ProcessId;
  readonly incarnation: number;
  readonly scenario: Scenario;
  readonly clock: LiveClock;
  readonly connections: Connections;
  readonly record: LiveEventWriter;
  readonly anchors: LiveAnchors;
  readonly holds: HoldNumbers;
}

export function makeHost(parts: HostParts): Host {
  const { me, incarnation, scenario, clock, record, anchors } = parts;
  const calls = new Calls(parts);
  // Every life of a real process draws its own numbers.
  const draws = new Draws(scenario.seed, me, incarnation);
  const declarations = new Declarations(record, parts.holds);
  return {
    now: () => clock.now(),
    mono: () => clock.mono(),
    random: (name, below) => draws.draw(name, below),
    sleep: (micros, signal) => sleepFor(clock, micros, signal),
    call: (call, state) => calls.send(call, state),
    traceReply: (call, reply, as) => calls.recordReply(call, reply, as),
    open: (to, topic, timeout) => calls.open(to, topic, timeout),
    listen: () => noSubscription,
    ...(anchors.countsEffects ? { beforeEffect: () => anchors.atEffect() } : {}),
    step: (label, task) => {
      record.step(label, task);
      anchors.atStep(label);
    },
    mark: (declaration) => declarations.declare(declaration),
  };
}
