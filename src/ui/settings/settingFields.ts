/** The described settings. */
import { create } from 'zustand';
import { explainedSettings } from '../../model/settingsHelp';

export const useSettingFields = create(() => explainedSettings);
