// One level: what is there and what to reach, the picture, what may happen now, and what has happened.
import { RotateCcw, Undo2 } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { networkWords } from '../../content/texts/network';
import { formatAt } from '../../core/model/values/format';
import type { Parts } from '../../core/sim/parts';
import type { Level } from '../../course/levels/level';
import { Button } from '../parts/Button';
import { usePreferences } from '../state/preferences';
import { useLanguage, useText } from '../words/i18n';
import { hrefOf, present, useIsPresented } from './address';
import { Broken } from './Broken';
import { ChoiceList, numbered } from './ChoiceList';
import styles from './Network.module.css';
import { Picture } from './Picture';
import { Proof } from './Proof';
import { Told } from './Told';
import { choicesIn, type Play, usePlay } from './usePlay';

interface LevelViewProps {
  readonly level: Level;
  readonly parts: Parts;
}

export function LevelView({ level, parts }: LevelViewProps) {
  const words = networkWords[useLanguage()];
  const text = useText();
  const play = usePlay(level, parts);
  const { isBroken, state } = play.now;
  const choices = useRef<HTMLElement>(null);
  useKeys(play);
  useKeptFocus(play, choices);
  return (
    <div className={styles.level}>
      <div className={styles.head}>
        <a className={styles.back} href={hrefOf('') || './'}>
          ← {words.allLevels}
        </a>
        <h2>{text(level.title)}</h2>
        <p className="airy pretty">
          {text(level.lead)} <strong>{text(level.task)}</strong>
        </p>
      </div>
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
        {isBroken ? <Broken {...{ level, play }} /> : <ChoiceList play={play} />}
      </section>
      <div className={styles.beside}>
        <Told steps={play.steps} />
        <div className={styles.end}>
          <Proof {...{ level, parts, play }} />
          <PresentSwitch />
        </div>
      </div>
    </div>
  );
}

function PresentSwitch() {
  const words = networkWords[useLanguage()];
  const isOn = useIsPresented();
  return (
    <Button look="plain" aria-pressed={isOn} onClick={() => present(!isOn)}>
      {isOn ? words.leave : words.present}
    </Button>
  );
}

const typing = 'input, textarea, select, [contenteditable="true"], [role="dialog"]';

/** Digits decide, Backspace and Ctrl+Z undo, Escape leaves the room. */
function useKeys({ now: { state, isBroken }, decide, undo }: Play): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const { code, key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.defaultPrevented || event.isComposing || altKey) return;
    if (target instanceof Element && target.closest(typing) !== null && !target.matches('[type="radio"]')) return;
    const isCommand = ctrlKey || metaKey;
    if (isCommand ? code === 'KeyZ' && !shiftKey : code === 'Backspace') undo();
    else if (!isCommand && code === 'Escape') return present(false);
    else if (!isCommand && /^[1-9]$/.test(key) && usePreferences.getState().shortcuts) {
      const decision = isBroken ? undefined : choicesIn(state)[Number(key) - 1];
      if (Number(key) > numbered || decision === undefined) return;
      decide(decision);
    } else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** After a decision the first choice has the focus, if what was pressed is gone or stands for something else now. */
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
    if (isBroken || !(isLost || isChoice)) return;
    const first = choices.current?.querySelector<HTMLElement>('ol button') ?? choices.current?.querySelector('h3');
    first?.focus({ preventScroll: true });
  }, [steps, isBroken, choices]);
}
