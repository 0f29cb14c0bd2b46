/** Plays what was computed about a run: from the instant at which it was too late, or a change that saves it. */
import type { Scenario } from '../../core/model/scenario/scenario';
import { fromMs } from '../../core/model/values/time';
import type { ShownAnswers, ShownChange } from '../../search/late/shown';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { openRun } from '../state/openRun';
import { leadMicros, playFrom } from './playAnswer';

/** With the run whose faults end then as a ghost. */
export function playTooLate({ since, faultsEndedScenario: healed }: ShownAnswers): void {
  if (since === null) return;
  useEdition.setState({ ghostScenario: healed });
  useCursor.getState().setAt(Math.max(0, fromMs(since) - leadMicros));
  useCursor.getState().setPlaying(true);
}

interface Changed {
  /** The run that the change saves. */
  readonly baseScenario: Scenario;
  /** The story's variant that it belongs to. */
  readonly variantId: string | null;
  /** The name of the fault. */
  readonly fault: string | null;
}

/** Null: back to the run that was asked about. */
export function playChange(change: ShownChange | null, { baseScenario, variantId, fault }: Changed): void {
  const { storyId, committed } = useEdition.getState();
  openRun({ scenario: change?.scenario ?? baseScenario, storyId, variantId });
  useEdition.setState({ ghostScenario: change === null ? committed : baseScenario });
  playFrom(fault);
}
