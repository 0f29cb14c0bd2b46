// Chooses the colours of a picture or film.

import { shareWords } from '../../content/texts/share';
import type { ColourTheme } from '../../picture/inks/colourOfTheme';
import { Segmented } from '../parts/Segmented';
import { useText } from '../words/i18n';

interface ThemeChoiceProps {
  readonly theme: ColourTheme;
  readonly onChange: (theme: ColourTheme) => void;
}

export function ThemeChoice({ theme, onChange }: ThemeChoiceProps) {
  const words = useText()(shareWords);
  return (
    <Segmented
      label={words.save.theme}
      look="small"
      value={theme}
      options={[
        { id: 'light', label: words.embed.themes.light },
        { id: 'dark', label: words.embed.themes.dark },
      ]}
      onChange={onChange}
    />
  );
}
