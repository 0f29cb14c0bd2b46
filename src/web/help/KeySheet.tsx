// The sheet of all keys. Loaded when it is opened.

import { useState } from 'react';
import { canKeepAll, keepAll } from '../app/offline';
import { Button } from '../parts/Button';
import { keyCap } from '../parts/keyCap';
import { Sheet } from '../parts/Sheet';
import { closeDialog, openDialog } from '../state/dialog';
import { usePreferences } from '../state/preferences';
import { useWords, type Words } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { type Command, commands } from './commands';
import styles from './KeySheet.module.css';

export function KeySheet() {
  const { keys, loss } = usePanelWords();
  const shortcuts = usePreferences((state) => state.shortcuts);
  const prefer = usePreferences((state) => state.prefer);
  const groups = [
    { id: 'playback', title: keys.groupPlayback },
    { id: 'timeline', title: keys.groupTimeline },
    { id: 'edit', title: keys.groupEdit },
    { id: 'faults', title: keys.groupFaults },
  ] as const;
  return (
    <Sheet title={keys.title} closeLabel={keys.close} onClose={closeDialog} width={720}>
      <div className={styles.columns}>
        {groups.map(({ id, title }) => (
          <section key={id} className={styles.group}>
            <h3 className={`quiet strong normal below-2 ${styles.groupTitle}`}>{title}</h3>
            <dl className="flush">
              {commands()
                .filter(({ group, isThere, when }) => group === id && isThere?.() !== false && when?.() !== false)
                .map((command) => (
                  <CommandRow
                    key={`${command.code}${command.shift}`}
                    command={command}
                    off={command.single === true && !shortcuts}
                  />
                ))}
              {id === 'timeline' && (
                <div className={styles.row}>
                  <dt>{keys.drag}</dt>
                  <dd className="flex firm gap-2 flush">
                    <kbd>Alt</kbd>
                  </dd>
                </div>
              )}
            </dl>
          </section>
        ))}
      </div>
      <label className={`chip gap-4 strong hand ${styles.single}`}>
        <input type="checkbox" checked={shortcuts} onChange={(event) => prefer({ shortcuts: event.target.checked })} />
        {keys.single}
      </label>
      <p className="above-2 quiet">{keys.singleHelp}</p>
      {canKeepAll() && <KeepAll />}
      <Button look="plain" className={styles.loss} onClick={openLoss}>
        {loss.title} …
      </Button>
    </Sheet>
  );
}

/** For use without a network. */
function KeepAll() {
  const { offline } = usePanelWords().keys;
  const [state, setState] = useState<'help' | 'keeping' | 'kept' | 'failed'>('help');
  const keep = (): void => {
    setState('keeping');
    void keepAll().then((isKept) => setState(isKept ? 'kept' : 'failed'));
  };
  return (
    <>
      <Button look="plain" className={styles.loss} disabled={state === 'keeping' || state === 'kept'} onClick={keep}>
        {offline.keep}
      </Button>
      <p className="above-2 quiet" role="status">
        {offline[state]}
      </p>
    </>
  );
}

/** One sheet replaces the other. */
function openLoss(): void {
  openDialog('loss');
}

function capOf({ code, shift }: Command, words: Words): string {
  if (code === 'Space') return words.playback.space;
  return code === 'Slash' && shift !== true ? '/' : keyCap(code);
}

function CommandRow({ command, off }: { readonly command: Command; readonly off: boolean }) {
  const words = useWords();
  const { keys } = usePanelWords();
  const caps = [
    ...(command.ctrl === true ? ['Ctrl'] : []),
    ...(command.shift === true && command.code !== 'Slash' ? ['Shift'] : []),
    capOf(command, words),
  ];
  return (
    <div className={styles.row} data-off={off}>
      <dt>{command.name(words, keys)}</dt>
      <dd className="flex firm gap-2 flush">
        {caps.map((cap) => (
          <kbd key={cap}>{cap}</kbd>
        ))}
      </dd>
    </div>
  );
}
