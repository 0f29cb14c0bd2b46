// Chooses the clients' lock: as specified, as a library implements it, or not on Redis.
import { lockFacts } from '../../core/locks/facts';
import type { LockFacts } from '../../core/model/scenario/lockFacts';
import { nameOf } from '../../core/model/scenario/namedLock';
import { nameOfProfile, type Profile } from '../../core/model/scenario/profile';
import { replaceLock } from '../../core/model/scenario/replaceLock';
import { loadProfiles } from '../../core/run/fewParts';
import { Picker, type PickerGroup } from '../parts/Picker';
import { shownScenario, useEdition } from '../state/edition';
import { reportLostPart } from '../state/lostPart';
import { propose } from '../state/missingToken';
import { titleOf } from '../state/namedLock';
import { currentParts, fetchPartsFor } from '../state/parts';
import { useLoaded } from '../state/useJob';
import { useText, useWords } from '../words/i18n';

interface LockPickerProps {
  /** Instead of the name of the lock. */
  readonly lockLabel?: string;
  readonly className?: string | undefined;
  /** Called once the run has another lock. */
  readonly onChosen?: () => void;
}

export function LockPicker({ lockLabel, className, onChosen }: LockPickerProps) {
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
      className={className}
      buttonText={lockLabel ?? (nodeCount > 1 ? `${title} · ${words.bar.nodes(nodeCount)}` : title)}
      groups={useGroups()}
      onChange={async (name) => {
        if (await choose(name)) onChosen?.();
      }}
    />
  );
}

/** The page on which the reader writes a lock. */
const ownPage = 'own/';

/** How many times a lock was chosen: another one may be chosen while one loads. */
let chosenCount = 0;

/** Returns whether the run has it now: another page may open, or its check may not fit. */
async function choose(name: string): Promise<boolean> {
  if (name === ownPage) {
    location.assign(ownPage);
    return false;
  }
  const number = ++chosenCount;
  try {
    await fetchPartsFor('all');
  } catch {
    reportLostPart();
    return false;
  }
  if (number !== chosenCount) return false;
  propose(replaceLock(useEdition.getState().committed, name, currentParts()));
  return useEdition.getState().proposal === null;
}

/** Those of all libraries; at first a page has those of its run. */
function useProfiles(): readonly Profile[] {
  const { profiles } = currentParts();
  const loaded = useLoaded(profiles.size > 0 ? null : [], loadProfiles);
  return [...(loaded ?? profiles).values()];
}

function useGroups(): readonly PickerGroup[] {
  const { locks: words, ownLock } = useWords().bar;
  const text = useText();
  // A reader’s own lock has no facts of its own.
  const locks = [...new Map<string, LockFacts>([...lockFacts, ...currentParts().locks]).values()];
  const named = (of: readonly LockFacts[]) => of.map(({ id, title }) => ({ id, label: text(title) }));
  const isElsewhere = ({ service }: LockFacts): boolean => service !== undefined;
  const onRedis = locks.filter((lock) => !isElsewhere(lock));
  const libraries = useProfiles().map((profile) => ({
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
