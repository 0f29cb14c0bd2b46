/**
 * The request to the server of real Redis: the faults that are chosen here, with the settings of the file there. It
 * never contains code.
 */
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Offer } from '../../live/wire/messages';
import { useOwnRuns } from './ownRuns';
import { ownScenario } from './ownScenario';

export function pressOf(committed: Scenario, { lock }: Offer): Scenario {
  const { shown } = useOwnRuns.getState();
  if (lock === undefined || shown === null) return committed;
  const { nodes, ttl, token } = lock;
  return ownScenario({ ...shown, settings: { nodes, ttl, token } }, { ...shown, scenario: committed });
}
