// Only the settings that may be changed in this exercise.

import { settingPaths } from '../../core/model/scenario/settingsFields';
import { isAmong } from '../../course/kinds/changes';
import { Choose } from '../parts/Choose';
import { ChoiceFields, PathRow } from '../settings/SettingsPanel';
import { shownScenario, useEdition } from '../state/edition';
import { lacksService, propose } from '../state/missingToken';
import { currentParts } from '../state/parts';
import styles from './Tools.module.css';
import { useLearnWords } from './words';

/** A control for each setting at or below these paths. */
export function AllowedRows({ may }: { readonly may: readonly string[] }) {
  const { words } = useLearnWords();
  const lockId = useEdition((state) => shownScenario(state).lock.id);
  const fields = currentParts().locks.get(lockId)?.fields ?? {};
  const isRefused = useEdition((state) => state.proposal !== null);
  const names = Object.keys(fields).filter((name) => isAmong(may, `lock.settings.${name}`));
  const paths = settingPaths.filter((path) => isAmong(may, `settings.${path}`));
  return (
    <>
      {isAmong(may, 'storage') && <StorageRows />}
      {isRefused && (
        <p role="alert" className="broken">
          {words.needsToken}
        </p>
      )}
      <ChoiceFields part="lock" fields={fields} names={names} />
      {paths.map((path) => (
        <PathRow key={path} path={path} />
      ))}
    </>
  );
}

function StorageRows() {
  const { text, words } = useLearnWords();
  const storage = useEdition((state) => shownScenario(state).storage);
  const committed = useEdition((state) => state.committed);
  const fields = currentParts().resources.get(storage.id)?.fields ?? {};
  // The lock cannot be changed, so a check that needs the service of another lock cannot be chosen.
  const offered = [...currentParts().resources.values()].filter(
    ({ id }) => !lacksService({ ...committed, storage: { id } }),
  );
  return (
    <>
      <div className={`row between ${styles.row}`}>
        <span aria-hidden>{words.check}</span>
        <Choose
          look="bare"
          label={words.check}
          value={storage.id}
          options={offered.map(({ id, title }) => ({ id, label: text(title) }))}
          onChange={(id) => propose({ ...committed, storage: { id } })}
        />
      </div>
      <ChoiceFields part="storage" fields={fields} names={Object.keys(fields)} />
    </>
  );
}
