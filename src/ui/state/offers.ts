/** What a page offers when a check needs what its lock does not have. */
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { carriedOver } from './carriedOver';
import { lacksToken } from './lacks';
import { currentParts } from './parts';

/** The same scenario with each lock that lives in the service that its check needs. */
export function withService(scenario: Scenario): readonly Scenario[] {
  const needs = currentParts().resources.get(scenario.storage.id)?.needs;
  return [...currentParts().locks.values()]
    .filter(({ service }) => service === needs)
    .map(({ id }) => ({ ...scenario, lock: carriedOver(scenario.lock, id) }))
    .filter((offer) => !lacksToken(offer));
}

/** The same scenario with the lock's token counter switched on, once for each way of counting that the lock has. */
export function withTokenCounter(scenario: Scenario): readonly { readonly way: Text; readonly scenario: Scenario }[] {
  const { lock } = scenario;
  const known = currentParts().locks.get(lock.id);
  const field = known?.fields['token'];
  if (known === undefined || field?.kind !== 'choice') return [];
  return field.options
    .filter(({ pitfall }) => !pitfall)
    .map(({ id, label }) => ({
      way: label,
      scenario: { ...scenario, lock: { ...lock, settings: { ...lock.settings, token: id } } },
    }))
    .filter((offer) => !lacksToken(offer.scenario));
}
