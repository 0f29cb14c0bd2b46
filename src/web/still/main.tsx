/**
 * The first picture of a page as markup: the page's own views, drawn without a browser before their first event. The
 * build bundles this file with Preact, and with the stubs of this folder for modules that need a browser.
 */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { embed, parametersOf } from '../../content/address/embed';
import { read } from '../../content/address/read';
import type { Language } from '../../core/model/values/text';
import { parts } from '../../core/run/parts';
import type { OpenStill } from '../../picture/svg/stillView';
import { Embed } from '../embed/Embed';
import { openAddress } from '../files/address';
import { LearnPage } from '../learn/LearnPage';
import { workshop } from '../learn/workshop';
import { ScenePage } from '../scene/ScenePage';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { setPlayheadDefault } from '../state/openRun';
import { provideParts } from '../state/parts';
import { usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { fetchStory, publishedById } from '../state/story';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { startNames } from '../words/storyNames';
import { setStage } from './stage';

provideParts(parts);
setPlayheadDefault(() => 'start');
startNames();

export const openStill: OpenStill = async ({ page, address, language, measure }) => {
  usePreferences.setState({ language });
  await startWords(pageWords);
  if (page === 'learn') return drawn(await firstExercise());
  await openAddress(read(address).run);
  useCursor.setState({ at: 0, playing: false });
  // A changed run names the one that it was changed from.
  const { storyId, variantId } = useEdition.getState();
  const story = storyId === null ? null : await fetchStory(storyId);
  if (story !== null) runs.getInBackground(publishedById(story, variantId));
  return drawn(page === 'scene' ? <ScenePage open={0} isOnTheWay={false} /> : frameOf(language));

  function drawn(view: ReactElement): Awaited<ReturnType<OpenStill>> {
    return (room) => {
      setStage(room, measure);
      return renderToStaticMarkup(view);
    };
  }
};

async function firstExercise(): Promise<ReactElement> {
  await workshop.load();
  workshop.openAsked();
  return <LearnPage isGuide={false} check={null} isEmbedded={false} />;
}

function frameOf(language: Language): ReactElement {
  const parameters = parametersOf(read(`?lang=${language}`, embed));
  return <Embed parameters={parameters} problems={[]} />;
}
