// The lock that the clients use: as specified, as a library implements it, or not on Redis.
import type { Lock } from '../../core/model/lock';
import { nameOf } from '../../core/model/namedLock';
import { nameOfProfile } from '../../core/model/profile';
import { replaceLock } from '../../core/model/replaceLock';
import { Picker, type PickerGroup } from '../parts/Picker';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { titleOf } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { useText, useWords } from '../words/i18n';

export function LockPicker() {
  const words = useWords();
  const text = useText();
  const choice = useEdition((state) => shownScenario(state).lock);
  const settings = useEdition((state) => shownScenario(state).settings);
  const nodeCount = currentParts().locks.get(choice.id)?.services(settings, {}).length ?? 0;
  const title = text(titleOf(choice));
  return (
    <Picker
      label={words.bar.lock}
      value={nameOf(choice)}
      shown={nodeCount > 1 ? `${title} · ${words.bar.nodes(nodeCount)}` : title}
      groups={useGroups()}
      onChange={choose}
    />
  );
}

/** The page on which the reader writes a lock. */
const ownPage = 'own/';

function choose(name: string): void {
  if (name === ownPage) return location.assign(ownPage);
  propose(replaceLock(useEdition.getState().committed, name, currentParts()));
}

function useGroups(): readonly PickerGroup[] {
  const { locks: words, ownLock } = useWords().bar;
  const text = useText();
  const locks = [...currentParts().locks.values()];
  const named = (of: readonly Lock[]) => of.map(({ id, title }) => ({ id, label: text(title) }));
  const isElsewhere = ({ service }: Lock): boolean => service !== undefined;
  const onRedis = locks.filter((lock) => !isElsewhere(lock));
  const libraries = [...currentParts().profiles.values()].map((profile) => ({
    id: nameOfProfile(profile),
    label: text(profile.title),
  }));
  const groups: readonly PickerGroup[] = [
    { label: words.specified, options: named(onRedis.filter(({ asLibrary }) => !asLibrary)) },
    { label: words.libraries, options: [...named(onRedis.filter(({ asLibrary }) => asLibrary)), ...libraries] },
    { label: words.elsewhere, options: named(locks.filter(isElsewhere)) },
    { options: [{ id: ownPage, label: `${ownLock} …` }] },
  ];
  return groups.filter(({ options }) => options.length > 0);
}
