// The entry of the essay: its text is the page, and this adds the run beside it and the numbers to drag.
import '../appearance/theme.css';
import '../appearance/global.css';
import './essay.css';
import { paragraphs } from '../../content/essay/essay';
import { parts } from '../../core/run/parts';
import { start } from '../app/start';
import { inWorker } from '../state/longRun';
import { restBy } from '../state/openRun';
import { provideParts } from '../state/parts';
import { usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { nextTask } from '../state/tasks';
import { pageWords } from '../words/pageWords';
import { startWorker } from '../workers/startWorker';
import { EssayPage, siteRoot } from './EssayPage';
import { openNamed } from './reader';

provideParts(parts);
runs.playBy(inWorker(startWorker().calls));
restBy(() => 'start');

void start({
  words: pageWords,
  site: siteRoot(),
  waitsFor: 'timeline',
  // Each language has an address of its own.
  before: () => usePreferences.setState({ language: document.documentElement.lang === 'en' ? 'en' : 'zh' }),
  load: async ({ spoken }) => {
    await Promise.all([spoken, openNamed(paragraphs[0]?.beside ?? '')]);
    await nextTask();
    return <EssayPage />;
  },
});
