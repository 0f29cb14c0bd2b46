/** The described settings. Their helps come with the other parts of the page, because nobody reads one at first. */
import { create } from 'zustand';
import { latencyToField, ownFields, seedField, settingsFields } from '../../model/settingsFields';
import { useParts } from '../state/parts';

export const useSettingFields = create(() => ({
  seed: seedField,
  settings: settingsFields,
  own: ownFields,
  latencyTo: latencyToField,
}));

function explainWhenAllAreThere({ areAllThere }: { readonly areAllThere: boolean }): void {
  if (!areAllThere) return;
  stop();
  import('../../model/settingsHelp').then(
    ({ explainedSettings }) => useSettingFields.setState(explainedSettings),
    // Without a network, the settings go on without their helps.
    () => undefined,
  );
}

const stop = useParts.subscribe(explainWhenAllAreThere);
explainWhenAllAreThere(useParts.getState());
