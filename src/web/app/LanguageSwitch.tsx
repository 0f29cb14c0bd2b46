// English or Chinese. Each language is named in that language.

import { Segmented } from '../parts/Segmented';
import { usePreferences } from '../state/preferences';
import { useLanguage, useWords } from '../words/i18n';

export function LanguageSwitch() {
  const words = useWords();
  const language = useLanguage();
  const prefer = usePreferences((state) => state.prefer);
  return (
    <Segmented
      label={words.bar.language}
      value={language}
      options={[
        { id: 'en', label: 'EN', name: 'English' },
        { id: 'zh', label: '中文' },
      ]}
      onChange={(next) => prefer({ language: next })}
    />
  );
}
