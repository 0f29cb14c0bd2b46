// The sheet of all keys. Loaded when it is opened.

import { capsOf } from '../parts/keyCap';
import { Sheet } from '../parts/Sheet';
import { usePreferences } from '../state/preferences';
import { useWords } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { type Command, groupedCommands, typesSign } from './commands';
import styles from './KeySheet.module.css';

export function KeySheet() {
  const { keys } = usePanelWords();
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
              {commands === timeline && <KeyRow does={keys.drag} caps={['Alt']} />}
              {commands === edit && (
                <>
                  <KeyRow does={keys.nudge} caps={['←', '→']} />
                  <KeyRow does={keys.nudgeFar} caps={['Shift', '←', '→']} />
                  <KeyRow does={keys.nudgeFine} caps={['Alt', '←', '→']} />
                </>
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
    </Sheet>
  );
}

function CommandRow({ of, name }: Pick<Command, 'name'> & { readonly of: string }) {
  const words = useWords();
  const { keys } = usePanelWords();
  const isOff = usePreferences((state) => !state.shortcuts) && typesSign(of);
  const caps = capsOf(of).map((cap) => (cap === 'Space' ? words.playback.space : cap));
  return <KeyRow does={name({ ...words, keys })} {...{ caps, isOff }} />;
}

interface KeyRowProps {
  readonly does: string;
  readonly caps: readonly string[];
  readonly isOff?: boolean;
}

function KeyRow({ does, caps, isOff = false }: KeyRowProps) {
  return (
    <div className={styles.row} data-off={isOff}>
      <dt>{does}</dt>
      <dd className="flex firm gap-2">
        {caps.map((cap) => (
          <kbd key={cap} className="code">
            {cap}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
