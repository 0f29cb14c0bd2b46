/** Why a scenario cannot run on real Redis, as far as the page can say without a server. */
import { useMemo } from 'react';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { liveProblem } from '../../live/wire/liveProblem';
import type { Offer } from '../../live/wire/messages';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { currentParts } from '../state/parts';

/** Null if it can. Until a server has reported what it has, it may have a Postgres. */
export const liveReason = (scenario: Scenario, offer: Offer | null): Text | null =>
  liveProblem(scenario, currentParts(), { hasPostgres: offer?.database.startsWith('PostgreSQL') ?? true });

export function useLiveReason(): Text | null {
  const offer = useLive((state) => state.offer);
  const committed = useEdition((state) => state.committed);
  return useMemo(() => liveReason(committed, offer), [committed, offer]);
}
