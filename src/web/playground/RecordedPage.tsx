// A recorded run as the whole page, named by its address.
import { useEffect } from 'react';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { LostPart } from '../app/LostPart';
import { ProblemBoundary } from '../app/ProblemBoundary';
import { useTheme } from '../app/ThemeSwitch';
import { Tips } from '../parts/Tip';
import { Recorded } from '../recorded/Recorded';
import scene from '../scene/Scene.module.css';
import bar from '../scene/SceneBar.module.css';
import { useWords } from '../words/i18n';

export function RecordedPage() {
  const words = useWords();
  useTheme();
  useEffect(() => {
    const open = (): void => location.reload();
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);
  return (
    <ProblemBoundary>
      <Recorded
        className={scene.page ?? ''}
        bar={
          <header className={bar.bar}>
            <a className="bold bare grows" href="./">
              {words.name}
            </a>
            <LanguageSwitch />
          </header>
        }
      />
      <Tips />
      <LostPart />
    </ProblemBoundary>
  );
}
