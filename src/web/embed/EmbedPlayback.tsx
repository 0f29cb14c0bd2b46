// Play, step, an overview of the run, the time.

import type { EmbedControl } from '../../content/address/embed';
import type { Run } from '../../core/model/run';
import { Sign } from '../parts/Sign';
import { moves } from '../playback/moves';
import { Clock, PlayButton } from '../playback/TransportParts';
import { Minimap } from '../timeline/Minimap';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';
import { usePlayKeys } from './useKeys';

interface EmbedPlaybackProps {
  readonly run: Run;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly showsEnd: boolean;
}

export function EmbedPlayback({ run, controls, showsEnd }: EmbedPlaybackProps) {
  const words = useSharedWords();
  usePlayKeys();
  return (
    <section aria-label={words.playback.title} className={styles.bar}>
      <PlayButton className={styles.play} size={15} />
      {controls.has('steps') && (
        <>
          <Step to="previous" path="m15 18-6-6 6-6" />
          <Step to="next" path="m9 18 6-6-6-6" />
        </>
      )}
      <div className={styles.overview} data-covered={!showsEnd}>
        {controls.has('minimap') && <Minimap run={run} isBare />}
      </div>
      <Clock className={styles.clock} />
    </section>
  );
}

/** Its chevrons are lucide's, whose components are larger. */
function Step({ to, path }: { readonly to: 'previous' | 'next'; readonly path: string }) {
  const { playback: words } = useSharedWords();
  return (
    <button type="button" className={styles.step} aria-label={words[to]} onClick={moves[to].run}>
      <Sign paths={[path]} size={15} />
    </button>
  );
}
