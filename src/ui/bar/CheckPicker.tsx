// What the storage checks before it accepts a write.
import { registry } from '../../explore/registry';
import { useText, useWords } from '../i18n';
import { Segmented } from '../parts/Segmented';
import { propose } from '../state/proposal';
import { shownScenario, useScenario } from '../state/scenario';

export function CheckPicker() {
  const words = useWords();
  const text = useText();
  const value = useScenario((state) => shownScenario(state).storage.id);
  const committed = useScenario((state) => state.committed);
  return (
    <Segmented
      label={words('bar.check')}
      value={value}
      options={[...registry.resources.values()].map(({ id, title, about }) => ({
        id,
        label: text(title),
        title: text(about),
      }))}
      onChange={(id) => propose({ ...committed, storage: { id } })}
    />
  );
}
