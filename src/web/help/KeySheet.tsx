// The sheet of all keys. Loaded when it is opened.

import { useState } from 'react';
import { canKeepAll, keepAll } from '../app/offline';
import { Button } from '../parts/Button';
import { capsOf } from '../parts/keyCap';
import { Sheet } from '../parts/Sheet';
import { openDialog } from '../state/dialog';
import { usePreferences } from '../state/preferences';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { type Command, groupedCommands, typesSign } from './commands';
import styles from './KeySheet.module.css';

export function KeySheet() {
  const { keys, loss } = usePanelWords();
  const shortcuts = usePreferences((state) => state.shortcuts);
  const prefer = usePreferences((state) => state.prefer);
  const { playback, timeline, edit, faults } = groupedCommands();
  const groups = [
    [keys.groupPlayback, playback],
    [keys.groupTimeline, timeline],
    [keys.groupEdit, edit],
    [keys.groupFaults, faults],
  ] as const;
  return (
    <Sheet title={keys.title} width={720}>
      <div className={styles.columns}>
        {groups.map(([title, commands]) => (
          <section key={title} className={styles.group}>
            <h3 className={`quiet strong normal below-2 ${styles.groupTitle}`}>{title}</h3>
            <dl>
              {commands
                .filter(({ isThere, when }) => isThere?.() !== false && when?.() !== false)
                .flatMap(({ keys, name }) =>
                  keys.split(' ').map((key) => <CommandRow key={key} {...{ name }} of={key} />),
                )}
              {commands === timeline && (
                <div className={styles.row}>
                  <dt>{keys.drag}</dt>
                  <dd className="flex firm gap-2">
                    <kbd className="code">Alt</kbd>
                  </dd>
                </div>
              )}
            </dl>
          </section>
        ))}
      </div>
      <label className="chip gap-4 strong hand">
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

function CommandRow({ of, name }: Pick<Command, 'name'> & { readonly of: string }) {
  const words = useWords();
  const { keys } = usePanelWords();
  const isOff = usePreferences((state) => !state.shortcuts) && typesSign(of);
  return (
    <div className={styles.row} data-off={isOff}>
      <dt>{name({ ...words, keys })}</dt>
      <dd className="flex firm gap-2">
        {capsOf(of).map((cap) => (
          <kbd key={cap} className="code">
            {cap === 'Space' ? words.playback.space : cap}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
