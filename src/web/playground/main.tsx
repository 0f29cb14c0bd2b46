// The entry of the playground: words, address, then the page.
import '../appearance/theme.css';
import '../appearance/global.css';
import { read } from '../../content/address/read';
import { fewParts } from '../../core/run/fewParts';
import { afterFrames } from '../app/deferLoadEvent';
import { start } from '../app/start';
import { startAddress, useLinkState } from '../files/address';
import { applyProbeResult, askForServer } from '../live/probe';
import { takeToken } from '../live/token';
import { wantsNoMotion } from '../parts/wantsNoMotion';
import { useCursor } from '../state/cursor';
import { offerGallery, openAsked } from '../state/dialog';
import type { ScenarioSource } from '../state/edition';
import { keepPins, openKept } from '../state/keptRun';
import { simulateInWorker } from '../state/longRun';
import { setPlayheadDefault } from '../state/openRun';
import { fetchPartsFor, provideParts } from '../state/parts';
import { partsFor } from '../state/partsFor';
import { applyAskedPreferences, usePreferences } from '../state/preferences';
import { runs } from '../state/run';
import { followSize } from '../state/size';
import { loadAtRest, nextTask } from '../state/tasks';
import { followNames } from '../words/followNames';
import { pageWords } from '../words/pageWords';
import { startWorker } from '../workers/startWorker';
import { takeFirstVisit } from './firstVisit';
import { Page, ScenePage, Workbench } from './Page';

takeToken();
provideParts(fewParts, partsFor);
// It is loaded along with the words and the story, so it adds no wait.
const hasServer = askForServer();
// This is read before the page writes the address itself.
const isFirstVisit = takeFirstVisit();
runs.setSimulator(simulateInWorker(startWorker().calls));
// A scene waits for Play.
setPlayheadDefault(() => (usePreferences.getState().size !== 'details' ? 'start' : 'point'));
followSize();
followNames();
/** How long the page rests before it plays on a first visit, in ms. */
const stillMs = 400;

void start<ScenarioSource>({
  words: pageWords,
  site: '',
  waitsFor: 'timeline',
  before: () => applyAskedPreferences(read(location.href)),
  load: async ({ savedState, spoken }) => {
    const pageLoad = usePreferences.getState().size !== 'details' ? ScenePage.load() : Workbench.load();
    // The content of index.html is painted first. A tab in the background paints nothing.
    await Promise.race([
      new Promise((painted) => afterFrames(1, painted)),
      new Promise((late) => setTimeout(late, 100)),
    ]);
    const { run } = read(location.href);
    if (run.kind === 'recorded') {
      const [{ openRecordedLink }] = await Promise.all([import('../recorded/openRecorded'), spoken]);
      const opened = await openRecordedLink(run.link);
      if (opened.ok) {
        const { RecordedPage } = await import('./RecordedPage');
        return <RecordedPage />;
      }
      useLinkState.setState({ problem: { message: opened.problem, link: `#${run.link}`, open: 'first' } });
    }
    await Promise.all([spoken, startAddress(), pageLoad]);
    if (savedState !== null) await openKept(savedState);
    void keepPins();
    await applyProbeResult(hasServer);
    offerGallery();
    openAsked();
    await nextTask();
    // A first visit sees the run play.
    if (isFirstVisit && !wantsNoMotion()) setTimeout(() => useCursor.getState().setPlaying(true), stillMs);
    return <Page />;
  },
});

/** This long after the page was drawn, nothing waits any more, in ms. */
const quietMs = 2500;

/** A person who stays this long may want more, in ms. On a slow phone this delays no first drag. */
const stayMs = 6000;

// Printing is unlikely any sooner.
void loadAtRest(quietMs, [async () => (await import('../files/keepRuns')).startKeeping(), () => fetchPartsFor('all')]);
void loadAtRest(stayMs, [
  Workbench.load,
  async () => {
    const [{ startPrinting, runSheet, sceneSheet }, { sceneNow }, { comparedNow }] = await Promise.all([
      import('../print/printRun'),
      import('../scene/sceneNow'),
      import('../compare/titles'),
    ]);
    const { getState } = usePreferences;
    startPrinting(() => (getState().size !== 'details' ? sceneSheet(sceneNow()) : runSheet(comparedNow())));
  },
]);
