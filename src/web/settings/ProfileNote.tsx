// For a lock as a library implements it: what the library is, where it was read, and where it differs from the plain
// lock.

import { isTime, withDefaults } from '../../core/model/scenario/fields';
import type { Lock } from '../../core/model/scenario/lock';
import { choiceOfProfile, type Profile } from '../../core/model/scenario/profile';
import { changedFromProfile, differencesOf, isSpecified, shownIn } from '../../core/model/scenario/profileChanges';
import { formatMs, formatNumber } from '../../core/model/values/format';
import { withColon } from '../../core/model/values/joinedTexts';
import type { Text } from '../../core/model/values/text';
import { Button } from '../parts/Button';
import { useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { profileOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { openStory } from '../state/story';
import { useText } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { unbroken } from '../words/unbroken';
import styles from './ProfileNote.module.css';

export function ProfileNote() {
  const words = usePanelWords().profile;
  const text = useText();
  const lockChoice = useEdition((state) => state.committed.lock);
  const profile = profileOf(lockChoice);
  const lock = currentParts().locks.get(lockChoice.id);
  if (profile === null || lock === undefined) return null;
  return (
    <div className={`on-soft normal airy below-4 pad-y-4 pad-x-5 blunt ${styles.note}`}>
      <p className={`below-2 ${styles.title}`}>{text(profile.title)}</p>
      <p className="below-2">{text(profile.about)}</p>
      <Changes lock={lock} profile={profile} />
      <Differences lock={lock} profile={profile} />
      <p className={`below-2 ${styles.source}`}>
        {profile.checked === 'run'
          ? words.run
          : words.source({ commit: profile.commit.slice(0, 7), date: profile.read })}{' '}
        <a href={profile.repository} target="_blank" rel="noreferrer">
          {words.repository}
        </a>
      </p>
    </div>
  );
}

interface OfLibrary {
  readonly lock: Lock;
  readonly profile: Profile;
}

/** Where the scenario differs from the library, and the way back. */
function Changes({ lock, profile }: OfLibrary) {
  const words = usePanelWords().profile;
  const committed = useEdition((state) => state.committed);
  const { nameOf, valueIn } = useSettingWords(lock);
  const changed = changedFromProfile(lock, profile, committed.lock);
  if (changed.length === 0) return null;
  const own = withDefaults(lock.fields, profile.settings);
  const chosen = withDefaults(lock.fields, committed.lock.settings);
  return (
    <>
      <p className="below-2">{words.changed}</p>
      <ul className={styles.differences}>
        {changed.map((name) => (
          <li key={name}>
            {withColon(nameOf(name), '')}
            <b>{valueIn(name, chosen[name])}</b>{' '}
            <span className={styles.usual}>{words.library(valueIn(name, own[name]))}</span>
          </li>
        ))}
      </ul>
      <p className="below-2">
        <Button onClick={() => propose({ ...committed, lock: choiceOfProfile(profile) })}>{words.restore}</Button>
      </p>
    </>
  );
}

/** Where the library differs from its lock, with the stories that show it. */
function Differences({ lock, profile }: OfLibrary) {
  const words = usePanelWords().profile;
  const { nameOf, valueIn } = useSettingWords(lock);
  const differences = differencesOf(lock, profile);
  if (differences.length === 0) return null;
  return (
    <details>
      <summary>{lock.asLibrary ? words.differs : words.differsFromSpecified}</summary>
      <ul className={styles.differences}>
        {differences.map((name) => {
          const example = shownIn(profile, name);
          const usual = valueIn(name, lock.fields[name]?.default);
          return (
            <li key={name}>
              {withColon(nameOf(name), '')}
              <b>{valueIn(name, profile.settings[name])}</b>{' '}
              <span className={styles.usual}>
                {isSpecified(lock, name) ? words.specified(usual) : words.usual(usual)}
              </span>
              {example !== null && (
                <button
                  type="button"
                  className={`link ${styles.story}`}
                  onClick={() => void openStory(example.story, example.variant)}
                >
                  {words.shown}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function useSettingWords({ fields }: Lock) {
  const words = usePanelWords().profile;
  const text = useText();
  const named = (part: { readonly label: Text } | undefined, id: string): string =>
    part === undefined ? id : text(part.label);
  return {
    nameOf: (name: string): string => named(fields[name], name),
    valueIn: (name: string, value: unknown): string => {
      const field = fields[name];
      switch (field?.kind) {
        case 'number':
          if (field.isTimeout && value === 0) return words.none;
          return isTime(field) ? unbroken(formatMs(Number(value))) : formatNumber(Number(value));
        case 'choice':
          return named(
            field.options.find(({ id }) => id === value),
            String(value),
          );
        default:
          return value === true ? words.on : words.off;
      }
    },
  };
}
