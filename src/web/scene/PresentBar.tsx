// The one bar of a presented run. It appears when the mouse moves.

import { presentWords } from '../../content/texts/present';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { SizeSwitch } from '../app/SizeSwitch';
import { Button } from '../parts/Button';
import { leavePresent } from '../state/size';
import { clicker, turn, useStage } from '../state/stage';
import { useText } from '../words/i18n';
import styles from './Present.module.css';

export function PresentBar() {
  const words = useText()(presentWords);
  const { offersFaults, hasNotes } = useStage();
  return (
    <header className={styles.bar}>
      <Button aria-label={words.back} aria-keyshortcuts="PageUp" onClick={clicker.back.run}>
        ←
      </Button>
      <Button aria-keyshortcuts="PageDown" onClick={clicker.on.run}>
        {words.on} →
      </Button>
      <SizeSwitch />
      <Button aria-pressed={offersFaults} aria-keyshortcuts="A" onClick={() => turn('offersFaults')}>
        {words.faults}
      </Button>
      <Button aria-pressed={hasNotes} onClick={() => turn('hasNotes')}>
        {words.notes}
      </Button>
      <Button aria-keyshortcuts="." onClick={() => turn('isBlank')}>
        {words.blank}
      </Button>
      {document.fullscreenEnabled && <Button onClick={fillScreen}>{words.full}</Button>}
      <LanguageSwitch />
      <Button aria-label={`${words.leave} (Esc)`} aria-keyshortcuts="Escape" onClick={leavePresent}>
        Esc
      </Button>
    </header>
  );
}

function fillScreen(): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void document.documentElement.requestFullscreen();
}
