// A film of the run: what it shows, a bar of progress, and the film itself.
import { Clapperboard, Download } from 'lucide-react';
import { useState } from 'react';
import { shareWords } from '../../content/texts/share';
import { formatMs } from '../../core/model/values/format';
import { type FilmSize, filmSizes } from '../../picture/film/filmSizes';
import type { ColourTheme } from '../../picture/inks/colourOfTheme';
import { downloadBlob } from '../files/download';
import { Button } from '../parts/Button';
import { Segmented } from '../parts/Segmented';
import { sceneNow } from '../scene/sceneNow';
import { useCursor } from '../state/cursor';
import { useRun } from '../state/run';
import { useJob } from '../state/useJob';
import { useText, useWords } from '../words/i18n';
import type { Made } from './makeFilm';
import styles from './Share.module.css';
import { ThemeChoice } from './ThemeChoice';
import { useRunTitle } from './useRunTitle';

export function FilmTab() {
  const words = useText()(shareWords);
  const [size, setSize] = useState<FilmSize>('scene');
  const [isPart, setIsPart] = useState(false);
  const [theme, setTheme] = useState<ColourTheme>('light');
  // As they were when the dialog was opened, because a run may continue to play behind it.
  const [{ view }] = useState(useCursor.getState);
  return (
    <div className={styles.tab}>
      <p>{words.film.lead}</p>
      <div className={`flex wrap gap-6 rows-4 ${styles.film}`}>
        <Segmented
          label={words.film.size}
          look="small"
          value={size}
          options={filmSizes.map((id) => ({ id, label: words.film.sizes[id] }))}
          onChange={setSize}
        />
        <ThemeChoice theme={theme} onChange={setTheme} />
        {view !== null && (
          <Segmented
            label={words.film.stretch}
            look="small"
            value={isPart ? 'shown' : 'whole'}
            options={[
              { id: 'whole', label: words.embed.stretches.whole },
              { id: 'shown', label: words.embed.stretches.shown },
            ]}
            onChange={(id) => setIsPart(id === 'shown')}
          />
        )}
      </div>
      <Film key={`${size} ${isPart} ${theme}`} size={size} theme={theme} stretch={isPart ? view : null} />
    </div>
  );
}

interface FilmProps {
  readonly theme: ColourTheme;
  readonly size: FilmSize;
  /** In µs; null: the whole run. */
  readonly stretch: { readonly from: number; readonly to: number } | null;
}

/** Nothing is made before a press. */
function Film({ size, theme, stretch }: FilmProps) {
  const words = useText()(shareWords);
  const { sceneSpeech: speech, onTimeline, scene: state } = useWords();
  const run = useRun();
  const title = useRunTitle();
  const [isWanted, setIsWanted] = useState(false);
  const job = useJob<Made, readonly [done: number, of: number]>(
    isWanted ? [run, onTimeline] : null,
    async (signal, report) => {
      const { makeFilm } = await import('./makeFilm');
      return makeFilm(
        { run, scene: sceneNow(), size, theme, stretch, title, words: onTimeline, state, speech },
        signal,
        report,
      );
    },
  );
  if (!isWanted || job.state === 'idle' || job.state === 'stopped')
    return (
      <Button
        onClick={() => {
          if (isWanted) job.again();
          setIsWanted(true);
        }}
      >
        <Clapperboard size={15} aria-hidden />
        {words.film.make}
      </Button>
    );
  if (job.state === 'failed')
    return (
      <p role="alert">
        {words.save.failed(job.error.message)} <Button onClick={job.again}>{words.film.again}</Button>
      </p>
    );
  if (job.state === 'done') return <Ready {...job.value} />;
  const [done, of] = job.progress ?? [0, 1];
  return (
    <p className={`row wrap gap-5 rows-4 ${styles.filming}`}>
      <progress className="grows" aria-label={words.tabs.film} max={of} value={done} />
      <span className="digits">{words.film.making(done, of)}</span>
      <Button onClick={job.stop}>{words.film.cancel}</Button>
    </p>
  );
}

function Ready({ blob, address, name, ms }: Made) {
  const words = useText()(shareWords);
  const title = useRunTitle();
  return (
    <figure className={styles.made}>
      <img className="block within framed rounded" src={address} alt={title} />
      <figcaption className="row gap-5 quiet">
        <Button onClick={() => downloadBlob(name, blob)}>
          <Download size={15} aria-hidden />
          {words.film.save}
        </Button>
        <span role="status">{words.film.made(Math.round(blob.size / 1000), formatMs(ms))}</span>
      </figcaption>
    </figure>
  );
}
