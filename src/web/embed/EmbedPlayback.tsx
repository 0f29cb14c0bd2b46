// Play, step, an overview of the run, the time.

import { useEffect } from 'react';
import type { EmbedControl } from '../../content/address/embed';
import { formatAt } from '../../core/model/format';
import type { Run } from '../../core/model/run';
import { Sign } from '../parts/Sign';
import { togglePlaying } from '../playback/play';
import { useCursor } from '../state/cursor';
import { stepBy } from '../state/playhead';
import { currentRun } from '../state/run';
import { Minimap } from '../timeline/Minimap';
import { useSharedWords } from '../words/i18n';
import styles from './Embed.module.css';
import { signs } from './signs';

interface EmbedPlaybackProps {
  readonly run: Run;
  readonly controls: ReadonlySet<EmbedControl>;
  readonly showsEnd: boolean;
}

export function EmbedPlayback({ run, controls, showsEnd }: EmbedPlaybackProps) {
  const words = useSharedWords();
  const playing = useCursor((state) => state.playing);
  useKeys();
  const playLabel = playing ? words.playback.pause : words.playback.play;
  return (
    <section aria-label={words.playback.title} className={styles.bar}>
      <button type="button" className={styles.play} aria-label={playLabel} onClick={togglePlaying}>
        <Sign paths={playing ? signs.pause : signs.play} size={15} isFilled />
      </button>
      {controls.has('steps') && (
        <>
          <Step label={words.playback.previous} by={-1} />
          <Step label={words.playback.next} by={1} />
        </>
      )}
      <div className={styles.overview} data-covered={!showsEnd}>
        {controls.has('minimap') && <Minimap run={run} isBare />}
      </div>
      <Clock />
    </section>
  );
}

const Step = ({ label, by }: { readonly label: string; readonly by: -1 | 1 }) => (
  <button type="button" className={styles.step} aria-label={label} onClick={() => stepBy(currentRun(), by)}>
    <Sign paths={by < 0 ? signs.back : signs.on} size={15} />
  </button>
);

function Clock() {
  const words = useSharedWords();
  const at = useCursor((state) => state.at);
  return (
    <output className={styles.clock} aria-label={words.playback.at} aria-live="off">
      {formatAt(at)}
    </output>
  );
}

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
