/**
 * The first picture of a page as markup: the page's own views, drawn without a browser before their first event. The
 * build bundles this file with Preact, and with the stand-ins of this folder for what only a browser knows.
 */
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { embed, parametersOf, withMissing } from '../../content/address/embed';
import type { AskedRun } from '../../content/address/pageAddress';
import { read } from '../../content/address/read';
import type { Language } from '../../core/model/text';
import { parts } from '../../core/run/parts';
import { Embed } from '../embed/Embed';
import { openAddress } from '../files/address';
import { ScenePage } from '../scene/ScenePage';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { restBy } from '../state/openRun';
import { provideParts } from '../state/parts';
import { usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { fetchStory, publishedById } from '../state/story';
import type { Size } from '../timeline/useSize';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { beWide } from './stage';

export type StillPage = 'scene' | 'embed';

export interface StillView {
  readonly page: StillPage;
  readonly run: AskedRun;
  readonly language: Language;
}

/** The window, and in it the timeline, in CSS pixels. */
export interface StillRoom {
  readonly window: Size;
  readonly timeline: Size;
}

provideParts(parts);
restBy(() => 'start');

/** Opens the run, and returns how to draw its first picture in a window. */
export async function openStill({ page, run, language }: StillView): Promise<(room: StillRoom) => string> {
  usePreferences.setState({ language });
  await startWords(pageWords);
  await openAddress(run);
  useCursor.setState({ at: 0, playing: false });
  // A changed run says what it was changed from.
  const { storyId, variantId } = useEdition.getState();
  const story = storyId === null ? null : await fetchStory(storyId);
  if (story !== null) runs.aside(publishedById(story, variantId));
  const view = page === 'scene' ? <ScenePage open={0} isOnTheWay={false} /> : frameOf(language);
  return (room) => {
    beWide(room);
    return renderToStaticMarkup(view);
  };
}

function frameOf(language: Language): ReactElement {
  const parameters = parametersOf(read(withMissing({ story: null, lang: language }, ''), embed));
  return <Embed parameters={parameters} problems={[]} />;
}
