// Play, step, an overview of the run, the time.

import type { EmbedControl } from '../../content/address/embed';
import type { Run } from '../../core/model/trace/run';
import { Sign } from '../parts/Sign';
import { Clock, PlayButton } from '../playback/TransportParts';
import { useKeys } from '../playback/useKeys';
import { stepBy } from '../state/playhead';
import { currentRun } from '../state/run';
import { Minimap } from '../timeline/Minimap';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';

interface EmbedPlaybackProps {
  readonly run: Run;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly showsEnd: boolean;
}

export function EmbedPlayback({ run, controls, showsEnd }: EmbedPlaybackProps) {
  const words = useSharedWords();
  useKeys();
  return (
    <section aria-label={words.playback.title} className={`row firm gap-4 line-above on-panel ${styles.bar}`}>
      <PlayButton className={styles.play} size={15} />
      {controls.has('steps') && (
        <>
          <Step label={words.playback.previous} by={-1} />
          <Step label={words.playback.next} by={1} />
        </>
      )}
      <div className={`narrows grows ${styles.overview}`} data-covered={!showsEnd}>
        {controls.has('minimap') && <Minimap run={run} isBare />}
      </div>
      <Clock className={`firm strong digits ${styles.clock}`} />
    </section>
  );
}

/** Its chevrons are lucide's, whose components are larger. */
const Step = ({ label, by }: { readonly label: string; readonly by: -1 | 1 }) => (
  <button type="button" className={styles.step} aria-label={label} onClick={() => stepBy(currentRun(), by)}>
    <Sign paths={[by < 0 ? 'm15 18-6-6 6-6' : 'm9 18 6-6-6-6']} size={15} />
  </button>
);
