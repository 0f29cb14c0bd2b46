/** The context that a client's program gets when it starts. It is the same in a simulated run and in a real one. */
import { chosenParts, lockSettingsFor } from '../scenario/chosenParts';
import { usualWhenLost } from '../scenario/lock';
import { type ClientContext, keyOf, type NamedParts } from '../scenario/parts';
import { storagesOf } from '../scenario/processes';
import { type ProcessId, partsOf } from '../scenario/processId';
import type { Scenario } from '../scenario/scenario';
import { fromMs, type Micros } from '../values/time';
import { withConnectionPolicy } from './connectionPolicy';
import { newEventLoop } from './eventLoop';
import { newNotice } from './lossNotice';
import { withUnreachablePolicy } from './unreachablePolicy';

/**
 * Makes the contexts of a scenario's clients. Throws when the parts have no such lock or resource.
 *
 * @returns a function of the client and the time since the run began, in µs. Each call starts a new life without
 * memory.
 */
export function clientContexts(scenario: Scenario, parts: NamedParts): (me: ProcessId, now: Micros) => ClientContext {
  const { settings } = scenario;
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, parts);
  const services = lock.services(settings, lockSettings);
  const storages = storagesOf(scenario, parts);
  // The list may name nodes that the scenario no longer has. They are not asked.
  const nodesFor = (me: ProcessId): readonly ProcessId[] => {
    const ownNodes = settings.own?.[me]?.nodes?.filter((id) => services.includes(id)) ?? [];
    return ownNodes.length > 0 ? ownNodes : services;
  };
  return (me, now) => {
    const { number } = partsOf(me);
    const own = lockSettingsFor(scenario, lock, me);
    return {
      me,
      number,
      startsIn: Math.max(0, startOf(scenario, me, number) - now),
      settings,
      whenLost: settings.whenLost === 'usual' ? (usualWhenLost(lock, own) ?? 'never') : settings.whenLost,
      lock: withUnreachablePolicy(withConnectionPolicy(lock, settings, me), settings, me),
      lockContext: {
        me,
        nodes: nodesFor(me),
        ...(settings.nodes.replicas > 0 && { replicated: true }),
        key: keyOf(settings, me),
        settings: own,
        memory: new Map(),
        notice: newNotice(),
        loop: newEventLoop(),
      },
      resource,
      resourceContext: { me, storage: storages[0] ?? 'storage', storages, settings: resourceSettings },
    };
  };
}

/** When a client starts for the first time, in µs. */
const startOf = ({ settings }: Scenario, me: ProcessId, number: number): Micros =>
  fromMs(settings.own?.[me]?.start ?? (number - 1) * settings.stagger);
