// What the storage checks before it accepts a write: the usual three side by side, the others in a list. On a phone all
// are in one list.
import { Choose } from '../parts/Choose';
import { Picker } from '../parts/Picker';
import { Segmented } from '../parts/Segmented';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import { useText, useWords } from '../words/i18n';
import styles from './TopBar.module.css';

const usual: readonly string[] = ['no-check', 'fencing', 'version'];
const noneId = 'none';

export function CheckPicker() {
  const words = useWords();
  const text = useText();
  const value = useEdition((state) => shownScenario(state).storage.id);
  const committed = useEdition((state) => state.committed);
  const resources = [...currentParts().resources.values()];
  const rare = resources.filter(({ id }) => !usual.includes(id));
  const choose = (id: string): void => propose({ ...committed, storage: { id } });
  return (
    <>
      <Picker
        label={words.bar.check}
        name={words.bar.checkShort}
        className={styles.checkPicker}
        value={value}
        shown={text(currentParts().resources.get(value)?.title ?? { en: value, zh: value })}
        groups={[{ options: resources.map(({ id, title }) => ({ id, label: text(title) })) }]}
        onChange={choose}
      />
      <span className={styles.checks}>
        <Segmented
          label={words.bar.check}
          value={value}
          options={resources
            .filter(({ id }) => usual.includes(id))
            .map(({ id, title, about }) => ({ id, label: text(title), title: text(about) }))}
          onChange={choose}
        />
        <Choose
          label={words.bar.moreChecks}
          className={usual.includes(value) ? styles.more : styles.moreChosen}
          value={usual.includes(value) ? noneId : value}
          options={[
            ...(usual.includes(value) ? [{ id: noneId, label: words.bar.more }] : []),
            ...rare.map(({ id, title }) => ({ id, label: text(title) })),
          ]}
          onChange={(id) => {
            if (id !== noneId) choose(id);
          }}
        />
      </span>
    </>
  );
}
