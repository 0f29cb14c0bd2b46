// “You are the network”: the list of the levels, or one level, as the address says.
import { useEffect } from 'react';
import { networkWords } from '../../content/texts/network';
import { levels } from '../../course/levels/levels';
import { LostPart } from '../app/LostPart';
import { PageBar } from '../app/PageBar';
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
      {!isPresented && <PageBar title={words.title} here={null} />}
      <main>
        <Content />
      </main>
      <Tips hasKeys={false} />
      <LostPart />
    </div>
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
