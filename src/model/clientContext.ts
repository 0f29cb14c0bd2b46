/**
 * What the client of a scenario is handed when its program starts. It is the same in a simulated run and in a real one.
 */
import { chosenParts } from './chosenParts';
import { namesConnections } from './connection';
import { usualWhenLost } from './lock';
import { newNotice } from './lossNotice';
import { storagesOf } from './processes';
import { type ClientContext, type Registry, resourceKey } from './registry';
import { type ProcessId, partsOf, type Scenario } from './scenario';
import { fromMs, type Micros } from './time';

/**
 * Makes the contexts of a scenario's clients. Throws when the registry has no such lock or resource.
 *
 * @returns a function of the client and the time since the run began, in µs. Each call is a new life, which remembers
 * nothing.
 */
export function clientContexts(scenario: Scenario, registry: Registry): (me: ProcessId, now: Micros) => ClientContext {
  const { settings } = scenario;
  const { connect } = registry;
  if (connect === undefined && namesConnections(settings)) throw new Error('The registry knows no connections.');
  const { lock, lockSettings, resource, resourceSettings } = chosenParts(scenario, registry);
  const services = lock.services(settings, lockSettings);
  const storages = storagesOf(scenario, registry);
  // The list may be from a time when there were more nodes. Nodes that are gone are not asked.
  const nodesFor = (me: ProcessId): readonly ProcessId[] => {
    const known = settings.own?.[me]?.nodes?.filter((id) => services.includes(id)) ?? [];
    return known.length > 0 ? known : services;
  };
  return (me, now) => {
    const { number } = partsOf(me);
    return {
      me,
      number,
      startsIn: Math.max(0, startOf(scenario, me, number) - now),
      settings,
      whenLost: settings.whenLost === 'usual' ? (usualWhenLost(lock, lockSettings) ?? 'never') : settings.whenLost,
      lock: connect?.(lock, settings, me) ?? lock,
      lockContext: {
        me,
        nodes: nodesFor(me),
        key: resourceKey,
        settings: lockSettings,
        memory: new Map(),
        notice: newNotice(),
      },
      resource,
      resourceContext: { me, storage: storages[0] ?? 'storage', storages, settings: resourceSettings },
    };
  };
}

/** When a client starts for the first time, in µs. */
const startOf = ({ settings }: Scenario, me: ProcessId, number: number): Micros =>
  fromMs(settings.own?.[me]?.start ?? (number - 1) * settings.stagger);
