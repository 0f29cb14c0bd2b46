// What the storage checks before it accepts a write.
import { Picker } from '../parts/Picker';
import { shownScenario, useEdition } from '../state/edition';
import { propose } from '../state/missingToken';
import { currentParts, fetchPartsFor } from '../state/parts';
import { useLoaded } from '../state/useJob';
import { useText, useWords } from '../words/i18n';

export function CheckPicker() {
  const words = useWords();
  const text = useText();
  const value = useEdition((state) => shownScenario(state).storage.id);
  const committed = useEdition((state) => state.committed);
  // At first a page has the checks of its run.
  const all = useLoaded([], async () => {
    await fetchPartsFor('all');
    return currentParts().resources;
  });
  const resources = [...(all ?? currentParts().resources).values()];
  return (
    <Picker
      label={words.bar.check}
      name={words.bar.checkShort}
      value={value}
      buttonText={text(currentParts().resources.get(value)?.title ?? { en: value, zh: value })}
      groups={[{ options: resources.map(({ id, title }) => ({ id, label: text(title) })) }]}
      onChange={(id) => propose({ ...committed, storage: { id } })}
    />
  );
}
