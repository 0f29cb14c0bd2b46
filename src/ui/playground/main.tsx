// The entry of the playground: words, address, then the page.
import '../look/theme.css';
import '../look/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { parts } from '../../run/parts';
import { read } from '../address/read';
import type { ComparedNow } from '../compare/titles';
import { startAddress } from '../files/address';
import { startKeeping } from '../files/keepRuns';
import { askForServer, heedServer } from '../live/probe';
import { takeToken } from '../live/token';
import { carryLanguage } from '../shell/carryLanguage';
import { afterFrames, holdLoadUntilDrawn } from '../shell/holdLoad';
import { keepOffline } from '../shell/offline';
import { offerGallery, openProofIfAsked } from '../state/dialog';
import { drafts } from '../state/drafts';
import type { Opened } from '../state/edition';
import { takeKept } from '../state/keptOverReload';
import { openKept } from '../state/keptRun';
import { longRunsBeside } from '../state/longRunsBeside';
import { heedLost } from '../state/lostPart';
import { handIn } from '../state/parts';
import { showAsAsked } from '../state/preferences';
import { runs } from '../state/run';
import { loadAtRest, nextTask } from '../state/tasks';
import { laterTools } from '../timeline/laterTools';
import { ToolsContext } from '../timeline/ToolsContext';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { startWorker } from '../workers/startWorker';
import { loadBeside, loadBesideLater } from './besideLater';
import { takeFirstVisit } from './firstVisit';
import { Page } from './Page';

heedLost();
takeToken();
const kept = takeKept<Opened>();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
handIn(parts);
holdLoadUntilDrawn(root);
showAsAsked(read(location.href));
// It is loaded along with the words and the story, so nobody waits for it.
const hasServer = askForServer();
// This is read before the page writes the address itself.
const greeting = takeFirstVisit() ? import('./Greeting').catch(() => null) : null;
// A first visit does not see it for some seconds, and fetches it once it plays.
const beside = greeting === null ? loadBeside() : null;
runs.playBy(longRunsBeside(startWorker().calls));
const spoken = startWords(pageWords);
/** For the printer. */
const comparedNow: ComparedNow = { current: [] };

/**
 * A function, as no file may wait for its own parts: those that are loaded here import from the file of the entry, which
 * would never be done.
 */
async function draw(page: HTMLElement): Promise<void> {
  // The content of index.html is painted first. A tab in the background paints nothing.
  await Promise.race([new Promise((painted) => afterFrames(1, painted)), new Promise((late) => setTimeout(late, 100))]);
  await Promise.all([spoken, startAddress(), beside]);
  if (kept !== null) await openKept(kept);
  await heedServer(hasServer);
  openProofIfAsked();
  offerGallery();
  const greeted = await greeting;
  greeted?.fold();
  await nextTask();
  if (beside === null) loadBesideLater(greeted === null ? 0 : 2500);
  const made = createRoot(page);
  // In slices, so that a slow machine answers a touch in between.
  startTransition(() =>
    made.render(
      <StrictMode>
        <ToolsContext value={laterTools}>
          <Page greeting={greeted && <greeted.Greeting />} comparedNow={comparedNow} />
        </ToolsContext>
      </StrictMode>,
    ),
  );
}

void draw(root);
drafts.runBeside(startWorker().calls);
keepOffline('sw.js');

/** This long after the page was drawn, nobody waits for anything any more. */
const quietMs = 2500;

// A run that is made before they are kept is kept with the next change; the printer is hardly wanted sooner.
void loadAtRest(quietMs, [
  async () => startKeeping(),
  async () => carryLanguage(),
  () =>
    import('../print/printRun').then(({ startPrinting, runSheet }) =>
      startPrinting(() => runSheet(comparedNow.current)),
    ),
]);
