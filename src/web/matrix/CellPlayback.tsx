// Plays the run of a cell: back, play, forward, an overview, the time.
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { formatAt } from '../../core/model/format';
import type { Run } from '../../core/model/run';
import { IconButton } from '../parts/Tip';
import { togglePlaying } from '../playback/play';
import { useCursor } from '../state/cursor';
import { stepBy } from '../state/playhead';
import { Minimap } from '../timeline/Minimap';
import { useWords } from '../words/i18n';
import styles from './Panel.module.css';

export function CellPlayback({ run }: { readonly run: Run }) {
  const words = useWords().playback;
  const playing = useCursor((state) => state.playing);
  const at = useCursor((state) => state.at);
  return (
    <section aria-label={words.title} className={styles.playback}>
      <IconButton look="plain" label={words.previous} onClick={() => stepBy(run, -1)}>
        <ChevronLeft size={17} aria-hidden />
      </IconButton>
      <IconButton label={playing ? words.pause : words.play} onClick={togglePlaying}>
        {playing ? (
          <Pause size={16} fill="currentColor" aria-hidden />
        ) : (
          <Play size={16} fill="currentColor" aria-hidden />
        )}
      </IconButton>
      <IconButton look="plain" label={words.next} onClick={() => stepBy(run, 1)}>
        <ChevronRight size={17} aria-hidden />
      </IconButton>
      <div className={styles.overview}>
        <Minimap run={run} />
      </div>
      <output aria-label={words.at} aria-live="off">
        {formatAt(at)}
      </output>
    </section>
  );
}
