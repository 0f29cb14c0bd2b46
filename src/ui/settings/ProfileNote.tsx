// Of a lock as a library has it: what the library is, where it was read, and where it differs from the lock as specified.
import { changedFromProfile, choiceOfProfile, differencesOf } from '../../model/profile';
import { registry } from '../../run/onDemand';
import { Button } from '../parts/Button';
import { profileOf } from '../state/namedLock';
import { useParts } from '../state/parts';
import { propose } from '../state/proposal';
import { useScenario } from '../state/scenario';
import { openStory } from '../state/story';
import { useText } from '../words/i18n';
import { usePanelWords } from '../words/panelWords';
import { valueText } from '../words/settingsText';
import styles from './ProfileNote.module.css';

export function ProfileNote() {
  const words = usePanelWords().profile;
  const text = useText();
  const committed = useScenario((state) => state.committed);
  useParts((state) => state.areAllThere);
  const profile = profileOf(committed.lock);
  const lock = registry.locks.get(committed.lock.id);
  if (profile === null || lock === undefined) return null;
  const changed = changedFromProfile(lock, profile, committed.lock);
  const say = { text, on: words.on, off: words.off };
  return (
    <div className={styles.note}>
      <p className={styles.title}>{text(profile.title)}</p>
      <p>{text(profile.about)}</p>
      {changed.length > 0 && (
        <p className={styles.changed}>
          {words.changed(changed.length)}{' '}
          <Button onClick={() => propose({ ...committed, lock: choiceOfProfile(profile) })}>{words.restore}</Button>
        </p>
      )}
      <details>
        <summary>{words.differs}</summary>
        <ul className={styles.differences}>
          {differencesOf(lock, profile).map((name) => {
            const field = lock.fields[name];
            const story = profile.shownBy?.[name];
            return field === undefined ? null : (
              <li key={name}>
                {text(field.label)}: <b>{valueText(field, profile.settings[name], say)}</b>{' '}
                <span className={styles.specified}>{words.specified(valueText(field, field.default, say))}</span>
                {story !== undefined && (
                  <button type="button" className={styles.story} onClick={() => void openStory(story)}>
                    {words.shown}
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      </details>
      <p className={styles.source}>
        {profile.checked === 'wire'
          ? words.wire
          : words.source({ commit: profile.commit.slice(0, 7), date: profile.read })}{' '}
        <a href={profile.repository} target="_blank" rel="noreferrer">
          {words.repository}
        </a>
      </p>
    </div>
  );
}
