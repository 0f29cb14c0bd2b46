// Shown under the verdict if the machine was too late to show the outcome. Runs the same scenario again with all
// times doubled.
import { Turtle } from 'lucide-react';
import { useMemo } from 'react';
import { liveWords } from '../../content/texts/live';
import { parseScenario } from '../../core/model/scenario/parse/parseScenario';
import type { Scenario } from '../../core/model/scenario/scenario';
import { slowed } from '../../core/model/scenario/slowed';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { currentParts } from '../state/parts';
import { useShownLive } from '../state/shownLive';
import { useText } from '../words/i18n';
import styles from './AgainSlower.module.css';
import { runOnRedis } from './actions';

const times = 2;

export function AgainSlower() {
  const words = useText()(liveWords);
  const live = useShownLive();
  const durationMax = useLive(({ offer }) => offer?.durationMax ?? 0);
  const hasServer = useLive((state) => state.hasServer === true);
  const canRun = useLive(({ phase }) => phase.kind === 'ready');
  const slower = useMemo(() => slowerThan(live?.run.scenario ?? null, durationMax), [live, durationMax]);
  if (live === null || !hasServer) return null;
  if (slower === null) return <p className={styles.words}>{words.noSlower}</p>;
  const { storyId, variantId } = live;
  const runSlower = (): void => {
    useEdition.getState().commit(slower, { storyId, variantId });
    runOnRedis();
  };
  return (
    <div className={`row wrap gap-4 rows-3 ${styles.again}`}>
      <Button look="ink" disabled={!canRun} onClick={runSlower}>
        <Turtle size={15} aria-hidden />
        {words.againSlower}
      </Button>
      <p className={styles.words}>{words.againSlowerHelp}</p>
    </div>
  );
}

/** Null if the server runs nothing that long, or if a setting cannot be that large. */
function slowerThan(scenario: Scenario | null, durationMax: number): Scenario | null {
  if (scenario === null) return null;
  const slower = slowed(scenario, times, currentParts());
  const parsed = parseScenario(slower, currentParts());
  return parsed.ok && slower.settings.duration <= durationMax ? parsed.scenario : null;
}
