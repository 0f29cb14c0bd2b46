// The entry of the essay: its text is the page, and this adds the run beside it and the numbers to drag.
import '../appearance/theme.css';
import '../appearance/global.css';
import './essay.css';
import { paragraphs } from '../../content/essay/essay';
import { fewParts } from '../../core/run/fewParts';
import { start } from '../app/start';
import { simulateInWorker } from '../state/longRun';
import { setPlayheadDefault } from '../state/openRun';
import { fetchPartsFor, provideParts } from '../state/parts';
import { partsFor } from '../state/partsFor';
import { usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { loadAtRest, nextTask } from '../state/tasks';
import { pageWords } from '../words/pageWords';
import { startWorker } from '../workers/startWorker';
import { EssayPage, siteRoot } from './EssayPage';
import { openNamed } from './reader';

provideParts(fewParts, partsFor);
runs.setSimulator(simulateInWorker(startWorker().calls));
setPlayheadDefault(() => 'start');

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

/** A reader who stays this long may choose any lock, in ms. */
const stayMs = 6000;
void loadAtRest(stayMs, [() => fetchPartsFor('all')]);
