// One level: what is there and what to reach, the picture, what may happen now, and what has happened.
import { useEffect, useEffectEvent, useState } from 'react';
import { networkWords } from '../../content/texts/network';
import type { Parts } from '../../core/sim/parts';
import type { Level } from '../../course/levels/level';
import { Button } from '../parts/Button';
import { usePreferences } from '../state/preferences';
import { useLanguage, useText } from '../words/i18n';
import { hrefOf, present, useIsPresented } from './address';
import { Board } from './Board';
import { Broken } from './Broken';
import styles from './Network.module.css';
import { Proof } from './Proof';
import { Told } from './Told';
import { choicesIn, type Decided, numbered, type Play, usePlay } from './usePlay';

interface LevelViewProps {
  readonly level: Level;
  readonly parts: Parts;
}

export function LevelView({ level, parts }: LevelViewProps) {
  const words = networkWords[useLanguage()];
  const text = useText();
  const [decided, change] = useState<readonly Decided[]>([]);
  const play = usePlay(level, parts, { decided, change });
  useKeys(play);
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
      <Board play={play} broken={<Broken {...{ level, play }} />} />
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
