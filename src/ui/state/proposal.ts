/**
 * A change that cannot be made as it is: its check needs a fencing token or a lock service that the lock does not have.
 * It waits here, with the scenarios that would work, until the person chooses. Until then nothing changes. It belongs to
 * the committed scenario: with another one on screen, its offers would put that one away again.
 */
import { create } from 'zustand';
import { withDefaults } from '../../model/fields';
import { needsToken } from '../../model/resource';
import type { Scenario } from '../../model/scenario';
import { registry } from '../../run/onDemand';
import { carriedOver } from './carriedOver';
import { useScenario } from './scenario';

interface ProposalState {
  readonly proposed: Scenario | null;
}

export const useProposal = create<ProposalState>()(() => ({ proposed: null }));

/**
 * Commits the scenario. If its check needs a token or a service that its lock does not have, the scenario is only
 * proposed.
 */
export function propose(scenario: Scenario): void {
  const { setDraft, commit } = useScenario.getState();
  if (lacksToken(scenario) || lacksService(scenario)) {
    setDraft(null);
    useProposal.setState({ proposed: scenario });
    return;
  }
  useProposal.setState({ proposed: null });
  commit(scenario);
}

useScenario.subscribe(({ committed }, before) => {
  if (committed !== before.committed) dropProposal();
});

export const dropProposal = (): void => useProposal.setState({ proposed: null });

/** Whether the check at the storage needs a fencing token that the lock does not give. */
export function lacksToken({ lock, storage }: Scenario): boolean {
  const known = registry.locks.get(lock.id);
  const resource = registry.resources.get(storage.id);
  if (known === undefined || resource === undefined || !needsToken(resource, storage.settings)) return false;
  return !known.hasToken(withDefaults(known.fields, lock.settings));
}

/** Whether the check at the storage asks a lock service that the lock does not live in. */
export function lacksService({ lock, storage }: Scenario): boolean {
  const needs = registry.resources.get(storage.id)?.needs;
  return needs !== undefined && registry.locks.get(lock.id)?.service !== needs;
}

/** The same scenario with each lock that lives in the service that its check needs. */
export function withService(scenario: Scenario): readonly Scenario[] {
  const needs = registry.resources.get(scenario.storage.id)?.needs;
  return [...registry.locks.values()]
    .filter(({ service }) => service === needs)
    .map(({ id }) => ({ ...scenario, lock: carriedOver(scenario.lock, id) }))
    .filter((offer) => !lacksToken(offer));
}

/** The same scenario with the lock's token counter switched on, once for each way of counting that the lock has. */
export function withTokenCounter(scenario: Scenario): readonly { readonly way: string; readonly scenario: Scenario }[] {
  const { lock } = scenario;
  const known = registry.locks.get(lock.id);
  const field = known?.fields['token'];
  if (known === undefined || field?.kind !== 'choice') return [];
  return field.options
    .filter(({ pitfall }) => !pitfall)
    .map(({ id }) => ({
      way: id,
      scenario: { ...scenario, lock: { ...lock, settings: { ...lock.settings, token: id } } },
    }))
    .filter((offer) => !lacksToken(offer.scenario));
}
