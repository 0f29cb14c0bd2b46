/**
 * A change that cannot be made as it is: its check needs a fencing token or a lock service that the lock does not have.
 * It waits here, with the scenarios that would work, until the person chooses. Until then nothing changes. It belongs to
 * the committed scenario: with another one on screen, its offers would put that one away again.
 */
import { create } from 'zustand';
import type { Before } from '../../model/before';
import type { Scenario } from '../../model/scenario';
import { lacksService, lacksToken } from './lacks';
import { useScenario } from './scenario';

interface ProposalState {
  readonly proposed: Scenario | null;
}

export const useProposal = create<ProposalState>()(() => ({ proposed: null }));

/**
 * Commits the scenario. If its check needs a token or a service that its lock does not have, the scenario is only
 * proposed.
 */
export function propose(scenario: Scenario, lockMemory?: Before): void {
  const { setDraft, commit } = useScenario.getState();
  if (lacksToken(scenario) || lacksService(scenario)) {
    setDraft(null);
    useProposal.setState({ proposed: scenario });
    return;
  }
  useProposal.setState({ proposed: null });
  commit(scenario, lockMemory && { lockMemory });
}

useScenario.subscribe(({ committed }, before) => {
  if (committed !== before.committed) dropProposal();
});

export const dropProposal = (): void => useProposal.setState({ proposed: null });
