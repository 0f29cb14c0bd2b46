// All settings of the scenario: first the few most wanted ones, then all others in groups that can be opened.
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { asksSeveralNodes } from '../../core/model/scenario/asksSeveralNodes';
import { type Fields, withDefaults } from '../../core/model/scenario/fields';
import { leaseFields } from '../../core/model/scenario/lease';
import type { Lock } from '../../core/model/scenario/lock';
import type { Resource } from '../../core/model/scenario/resource';
import {
  type Choice,
  defaultSettings,
  type Scenario,
  type Setting,
  type Settings,
} from '../../core/model/scenario/scenario';
import {
  type SettingPath,
  seedField,
  settingAt,
  settingsFields,
  settingsGroups,
  withSetting,
} from '../../core/model/scenario/settingsFields';
import { FieldRow } from '../fields/FieldRow';
import { Section } from '../parts/Section';
import { openDialog } from '../state/dialog';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { profileOf, titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { useText, useWords } from '../words/i18n';
import { CarriedOver } from './CarriedOver';
import { OwnSettingsRows } from './OwnSettingsRows';
import { ProfileNote } from './ProfileNote';
import styles from './SettingsPanel.module.css';

/** The most wanted settings; the groups do not repeat them. */
const firstPaths: readonly SettingPath[] = ['clients', 'nodes.count', 'work', 'latency'];
const firstLockFields = (fields: Fields): readonly string[] => [...leaseFields(fields), 'nodeTimeout'];

export const SettingsPanel = memo(function SettingsPanel() {
  const words = useWords();
  const text = useText();
  // Three separate selections: a dragged fault leaves all three as they are.
  const lockChoice = useEdition((state) => shownScenario(state).lock);
  const storageChoice = useEdition((state) => shownScenario(state).storage);
  const settings = useEdition((state) => shownScenario(state).settings);
  const lock = currentParts().locks.get(lockChoice.id);
  const resource = currentParts().resources.get(storageChoice.id);
  if (lock === undefined || resource === undefined) return null;
  const lockFields = Object.keys(lock.fields);
  const first = firstLockFields(lock.fields);
  return (
    <Section title={words.settings.title}>
      <Warnings {...{ lock, lockChoice, resource, storageChoice, settings }} />
      <AboutLock isLibrary={lockChoice.profile !== undefined} />
      <div className="stack">
        <PathRow path="clients" />
        {asksSeveralNodes(lock, lockChoice, settings) && <PathRow path="nodes.count" />}
        <ChoiceFields part="lock" fields={lock.fields} names={lockFields.filter((name) => first.includes(name))} />
        <PathRow path="work" />
        <PathRow path="latency" />
        <SeedRow />
      </div>
      <div className="stack above-1">
        {lockFields.length > 0 && (
          <Group
            title={words.settings.lock(text(titleOf(lockChoice)))}
            changed={changedFields(lock.fields, lockChoice, first, profileOf(lockChoice)?.settings)}
          >
            <ChoiceFields part="lock" fields={lock.fields} names={lockFields.filter((name) => !first.includes(name))} />
          </Group>
        )}
        {Object.keys(resource.fields).length > 0 && (
          <Group
            title={words.settings.storage(text(resource.title))}
            changed={changedFields(resource.fields, storageChoice, [])}
          >
            <ChoiceFields part="storage" fields={resource.fields} names={Object.keys(resource.fields)} />
          </Group>
        )}
        {settingsGroups.map((group) => {
          const paths = group.paths.filter((path) => !firstPaths.includes(path));
          return (
            <Group key={group.label.en} title={text(group.label)} changed={changedPaths(settings, paths)}>
              {paths.map((path) => (
                <PathRow key={path} path={path} />
              ))}
            </Group>
          );
        })}
        <Group title={words.settings.own} changed={Object.keys(settings.own ?? {}).length}>
          <OwnSettingsRows />
        </Group>
      </div>
    </Section>
  );
});

/** Which library it is, and what it took over from the lock before. */
function AboutLock({ isLibrary }: { readonly isLibrary: boolean }) {
  return (
    <>
      {isLibrary && <ProfileNote />}
      <CarriedOver />
    </>
  );
}

export function PathRow({ path }: { readonly path: SettingPath }) {
  const committed = useEdition((state) => state.committed);
  const setting = useEdition((state) => settingAt(shownScenario(state).settings, path));
  const setDraft = useEdition((state) => state.setDraft);
  const words = useWords();
  const changed = (value: unknown): Scenario => ({
    ...committed,
    settings: withSetting(committed.settings, path, value),
  });
  return (
    <>
      <FieldRow
        field={settingsFields[path]}
        value={setting}
        onDraft={(value) => setDraft(value === null ? null : changed(value))}
        onCommit={(value) => propose(changed(value))}
      />
      {path === 'whenLost' && (
        <button type="button" className={styles.more} onClick={() => openDialog('loss')}>
          {words.settings.notifiedBy}
        </button>
      )}
    </>
  );
}

function SeedRow() {
  const committed = useEdition((state) => state.committed);
  const seed = useEdition((state) => shownScenario(state).seed);
  const setDraft = useEdition((state) => state.setDraft);
  return (
    <FieldRow
      field={seedField}
      value={seed}
      onDraft={(value) => setDraft(value === null ? null : { ...committed, seed: Number(value) })}
      onCommit={(value) => propose({ ...committed, seed: Number(value) })}
    />
  );
}

interface ChoiceFieldsProps {
  readonly part: 'lock' | 'storage';
  readonly fields: Fields;
  readonly names: readonly string[];
}

export function ChoiceFields({ part, fields, names }: ChoiceFieldsProps) {
  const committed = useEdition((state) => state.committed);
  const choice = useEdition((state) => shownScenario(state)[part]);
  const setDraft = useEdition((state) => state.setDraft);
  const values = withDefaults(fields, choice.settings);
  const changed = (name: string, value: unknown): Scenario => ({
    ...committed,
    [part]: { ...committed[part], settings: { ...committed[part].settings, [name]: value as Setting } },
  });
  return names.map((name) => {
    const field = fields[name];
    if (field === undefined) return null;
    return (
      <FieldRow
        key={name}
        field={field}
        value={values[name]}
        onDraft={(value) => setDraft(value === null ? null : changed(name, value))}
        onCommit={(value) => propose(changed(name, value))}
      />
    );
  });
}

/** How many of these differ from the library's value or their default, without those of the first rows. */
function changedFields(
  fields: Fields,
  { settings }: Choice,
  except: readonly string[],
  ofLibrary: Choice['settings'] = {},
): number {
  const values = withDefaults(fields, settings);
  return Object.entries(fields).filter(
    ([name, field]) => !except.includes(name) && values[name] !== (ofLibrary[name] ?? field.default),
  ).length;
}

const changedPaths = (settings: Settings, paths: readonly SettingPath[]): number =>
  paths.filter((path) => settingAt(settings, path) !== settingAt(defaultSettings, path)).length;

/** A group of settings that can be opened. When closed, it shows how many differ from their default. */
interface GroupProps {
  readonly title: string;
  readonly changed: number;
  readonly children: ReactNode;
}

function Group({ title, changed, children }: GroupProps) {
  const words = useWords();
  const [open, setOpen] = useState(false);
  return (
    <div className="line-above">
      <button type="button" className={styles.groupHead} aria-expanded={open} onClick={() => setOpen(!open)}>
        <ChevronRight size={14} aria-hidden className={`quiet ${styles.arrow}`} />
        <span className="narrows stretches">{title}</span>
        {changed > 0 && <span className="firm quiet">{words.settings.changed(changed)}</span>}
      </button>
      {open && <div className={styles.groupRows}>{children}</div>}
    </div>
  );
}

interface WarningsProps {
  readonly lock: Lock;
  readonly lockChoice: Choice;
  readonly resource: Resource;
  readonly storageChoice: Choice;
  readonly settings: Settings;
}

function Warnings({ lock, lockChoice, resource, storageChoice, settings }: WarningsProps) {
  const text = useText();
  const allWarnings = [
    ...(lock.warnings?.(withDefaults(lock.fields, lockChoice.settings), settings) ?? []),
    ...(resource.warnings?.(withDefaults(resource.fields, storageChoice.settings)) ?? []),
  ];
  if (allWarnings.length === 0) return null;
  return (
    <ul className={`stack gap-3 normal airy warned below-3 pad-y-4 pad-x-5 blunt ${styles.warnings}`}>
      {allWarnings.map((warning) => (
        <li className="flex starts gap-3" key={warning.en}>
          <TriangleAlert className="above-1" size={13} aria-hidden />
          <span>{text(warning)}</span>
        </li>
      ))}
    </ul>
  );
}
