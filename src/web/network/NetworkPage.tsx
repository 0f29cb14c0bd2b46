// “You are the network”: the list of the levels, or one level, as the address says.
import { useEffect } from 'react';
import { networkWords } from '../../content/texts/network';
import { levels } from '../../course/levels/levels';
import { LanguageSwitch } from '../app/LanguageSwitch';
import { LostPart } from '../app/LostPart';
import { SiteLinks, useSiteLinksLabel } from '../app/SiteLinks';
import { ThemeSwitch } from '../app/ThemeSwitch';
import { Button } from '../parts/Button';
import { Tips } from '../parts/Tip';
import { useJob } from '../state/useJob';
import { useLanguage, useWords } from '../words/i18n';
import { useAskedWords, useIsPresented } from './address';
import { LevelList } from './LevelList';
import styles from './Network.module.css';

export function NetworkPage() {
  const words = networkWords[useLanguage()];
  const isPresented = useIsPresented();
  useEffect(() => {
    document.title = words.name;
  }, [words]);
  return (
    <div className={styles.page} data-present={isPresented}>
      {!isPresented && <Bar />}
      <main>
        <Content />
      </main>
      <Tips hasKeys={false} />
      <LostPart />
    </div>
  );
}

function Bar() {
  const words = networkWords[useLanguage()];
  return (
    <header className={`row wrap line-below on-panel gap-5 rows-3 pad-y-3 pad-x-6 ${styles.bar}`}>
      <a className={`bold bare ${styles.home}`} href="../">
        Redlock Playground
      </a>
      <h1 className={`strong large whole ${styles.name}`}>{words.title}</h1>
      <nav className={`flex wrap gap-5 rows-2 ${styles.links}`} aria-label={useSiteLinksLabel()}>
        <SiteLinks site="../" here={null} />
      </nav>
      <LanguageSwitch />
      <ThemeSwitch />
    </header>
  );
}

/** The list does without the simulator. */
async function loadLevel(words: string) {
  const [{ openLevel }, { LevelView: View }] = await Promise.all([import('./openLevel'), import('./LevelView')]);
  return { ...(await openLevel(words)), View };
}

function Content() {
  const asked = useAskedWords();
  const words = networkWords[useLanguage()];
  const { comma } = useWords().fault;
  const { value, state, again } = useJob(asked === '' ? null : [asked], () => loadLevel(asked));
  useEffect(() => {
    if (asked !== '') scrollTo(0, 0);
  }, [asked]);
  if (asked === '') return <LevelList />;
  if (state === 'failed')
    return (
      <p role="alert" className="line-below breaks warned pad-y-4 pad-x-6">
        {words.failed} <Button onClick={again}>{words.again}</Button>
      </p>
    );
  if (value === null) return <p className="quiet pad-y-4 pad-x-6">{words.loading}</p>;
  if (value.level !== null) return <value.View key={asked} level={value.level} parts={value.parts} />;
  return (
    <>
      <p role="alert" className="line-below breaks warned pad-y-4 pad-x-6">
        {value.problem.kind === 'story'
          ? words.noStory(value.problem.id)
          : words.noLevel({ id: value.problem.id, all: levels.map(({ id }) => id).join(comma) })}
      </p>
      <LevelList />
    </>
  );
}
