// Play, step, an overview of the run, the time.

import { useEffect } from 'react';
import type { EmbedControl } from '../../content/address/embed';
import type { Run } from '../../core/model/run';
import { Sign } from '../parts/Sign';
import { togglePlaying } from '../playback/play';
import { Clock, PlayButton } from '../playback/TransportParts';
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

/** Space and arrows work once the embed has the focus. All other keys belong to the host. */
export function useKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (event.code === 'Space') togglePlaying();
      else if (event.code === 'ArrowRight') stepBy(currentRun(), 1);
      else if (event.code === 'ArrowLeft') stepBy(currentRun(), -1);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
