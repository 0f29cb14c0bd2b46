/**
 * A storage-side check that needs what its lock lacks: a fencing token, or a lock service. Such a change is only
 * proposed, together with the scenarios that would work.
 */

import { lockSettingsOfAll } from '../../core/model/scenario/chosenParts';
import { replaceLock } from '../../core/model/scenario/replaceLock';
import { needsToken } from '../../core/model/scenario/resource';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { useEdition } from './edition';
import { currentParts } from './parts';

/** Commits the scenario. If its check needs a token or a service that its lock lacks, the scenario is only proposed. */
export function propose(scenario: Scenario): void {
  if (lacksToken(scenario) || lacksService(scenario)) {
    useEdition.setState({ draft: null, proposal: scenario });
    return;
  }
  dropProposal();
  useEdition.getState().commit(scenario);
}

export const dropProposal = (): void => useEdition.setState({ proposal: null });

/** Whether the storage-side check needs a fencing token that the lock does not give. */
export function lacksToken(scenario: Scenario): boolean {
  const { lock, storage } = scenario;
  const lockKind = currentParts().locks.get(lock.id);
  const resource = currentParts().resources.get(storage.id);
  if (lockKind === undefined || resource === undefined || !needsToken(resource, storage.settings)) return false;
  return !lockSettingsOfAll(scenario, lockKind).every((own) => lockKind.hasToken(own));
}

/** Whether the storage-side check asks a lock service that the lock does not use. */
export function lacksService({ lock, storage }: Scenario): boolean {
  const needs = currentParts().resources.get(storage.id)?.needs;
  return needs !== undefined && currentParts().locks.get(lock.id)?.service !== needs;
}

/** The same scenario with each lock that lives in the service that its check asks. */
export function withService(scenario: Scenario): readonly Scenario[] {
  const needs = currentParts().resources.get(scenario.storage.id)?.needs;
  return [...currentParts().locks.values()]
    .filter(({ service }) => service === needs)
    .map(({ id }) => replaceLock(scenario, id, currentParts()))
    .filter((offer) => !lacksToken(offer));
}

/** The same scenario with the lock's token counter on, once for each way of counting that the lock has. */
export function withTokenCounter(scenario: Scenario): readonly { readonly way: Text; readonly scenario: Scenario }[] {
  const { lock } = scenario;
  const lockKind = currentParts().locks.get(lock.id);
  const field = lockKind?.fields['token'];
  if (lockKind === undefined || field?.kind !== 'choice') return [];
  return field.options
    .filter(({ pitfall }) => !pitfall)
    .map(({ id, label }) => ({
      way: label,
      scenario: { ...scenario, lock: { ...lock, settings: { ...lock.settings, token: id } } },
    }))
    .filter((offer) => !lacksToken(offer.scenario));
}
