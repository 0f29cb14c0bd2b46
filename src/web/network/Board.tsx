// The board of a level: the picture, and what may happen now or what has come of it.
import { RotateCcw, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { networkWords } from '../../content/texts/network';
import { formatAt } from '../../core/model/values/format';
import { Button } from '../parts/Button';
import { useLanguage } from '../words/i18n';
import { ChoiceList } from './ChoiceList';
import styles from './Network.module.css';
import { Picture } from './Picture';
import type { Play } from './usePlay';

interface BoardProps {
  readonly play: Play;
  /** Shown in place of the choices once the harm is done. */
  readonly broken: ReactNode;
}

export function Board({ play, broken }: BoardProps) {
  const words = networkWords[useLanguage()];
  const { isBroken, state } = play.now;
  const choices = useRef<HTMLElement>(null);
  useKeptFocus(play, choices);
  return (
    <>
      <div className={styles.scene}>
        <Picture play={play} />
        <p className="quiet digits above-3">
          {words.now(formatAt(state.now))} {state.waiting.length === 0 && words.noMessages}
        </p>
      </div>
      <section ref={choices} className={styles.now} aria-labelledby="choices">
        <div className={`row wrap gap-4 rows-2 ${styles.tools}`}>
          <h3 id="choices" tabIndex={-1} className="quiet normal strong stretches">
            {words.choices}
          </h3>
          <span className={`digits nowrap ${styles.count}`}>{words.decisions(play.decisions)}</span>
          <Button disabled={play.decisions === 0} aria-keyshortcuts="Backspace Control+Z" onClick={play.undo}>
            <Undo2 size={15} aria-hidden />
            {words.undo}
          </Button>
          <Button disabled={play.decisions === 0} onClick={play.restart}>
            <RotateCcw size={15} aria-hidden />
            {words.restart}
          </Button>
        </div>
        {isBroken ? broken : <ChoiceList play={play} />}
      </section>
    </>
  );
}

/**
 * After a decision the verdict has the focus, or the first choice, if what was pressed is gone or stands for something
 * else now.
 */
function useKeptFocus({ steps, now: { isBroken } }: Play, choices: { readonly current: HTMLElement | null }): void {
  const count = useRef(steps.length);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const focused = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? target : null;
    };
    addEventListener('focusin', focused);
    return () => removeEventListener('focusin', focused);
  }, []);
  useLayoutEffect(() => {
    if (count.current === steps.length) return;
    count.current = steps.length;
    const { activeElement } = document;
    const isLost = last.current?.isConnected === false || last.current?.matches(':disabled') === true;
    const isChoice = activeElement?.closest('ol') !== null && choices.current?.contains(activeElement) === true;
    if (isBroken) return choices.current?.querySelector<HTMLElement>('section')?.focus();
    if (!(isLost || isChoice)) return;
    const first = choices.current?.querySelector<HTMLElement>('ol button') ?? choices.current?.querySelector('h3');
    first?.focus({ preventScroll: true });
  }, [steps, isBroken, choices]);
}
