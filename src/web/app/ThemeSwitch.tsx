// Light, dark, or as the system is set: one button cycles through the three.

import { Monitor, Moon, Sun } from 'lucide-react';
import { useEffect } from 'react';
import { withColon } from '../../core/model/values/joinedTexts';
import { Segmented } from '../parts/Segmented';
import { IconButton } from '../parts/Tip';
import { usePreferences } from '../state/preferences';
import type { Theme } from '../state/remembered';
import { useWords } from '../words/i18n';

const after: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };
const icons = { light: Sun, dark: Moon, system: Monitor };

export function ThemeSwitch() {
  const words = useWords();
  const theme = usePreferences((state) => state.theme);
  const prefer = usePreferences((state) => state.prefer);
  useTheme();
  const names = { light: words.bar.themeLight, dark: words.bar.themeDark, system: words.bar.themeSystem };
  const Icon = icons[theme];
  return (
    <IconButton label={withColon(words.bar.theme, names[theme])} onClick={() => prefer({ theme: after[theme] })}>
      <Icon size={16} aria-hidden />
    </IconButton>
  );
}

/** The three themes by name. */
export function ThemeChoice() {
  const { bar: words } = useWords();
  const theme = usePreferences((state) => state.theme);
  const prefer = usePreferences((state) => state.prefer);
  return (
    <Segmented<Theme>
      label={words.theme}
      value={theme}
      options={[
        { id: 'light', label: words.themeLight },
        { id: 'dark', label: words.themeDark },
        { id: 'system', label: words.themeSystem },
      ]}
      onChange={(next) => prefer({ theme: next })}
    />
  );
}

/** Applies the chosen theme to the page. */
export function useTheme(): void {
  const theme = usePreferences((state) => state.theme);
  useEffect(() => {
    if (theme === 'system') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = theme;
  }, [theme]);
}
