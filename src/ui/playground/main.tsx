// The entry of the playground: words, address, then the page.
import '../look/theme.css';
import '../look/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startAddress, useAddress } from '../files/address';
import { holdLoad } from '../frame/holdLoad';
import { keepOffline } from '../frame/offline';
import { askForServer, heedServer } from '../live/probe';
import { drafts } from '../state/drafts';
import { offerGallery } from '../state/gallery';
import { longRuns } from '../state/longRun';
import { longRunsBeside } from '../state/longRunsBeside';
import { fetchPartsLater } from '../state/parts';
import { showAsAsked } from '../state/preferences';
import { openProofIfAsked } from '../state/proof';
import { runsBeside } from '../state/runsBeside';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { loadBeside, loadBesideLater } from './besideLater';
import { takeFirstVisit } from './firstVisit';
import { Page } from './Page';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
const afterFrames = (count: number, then: (value?: unknown) => void): unknown =>
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, then) : setTimeout(then)));

const letGo = holdLoad();
showAsAsked(new URLSearchParams(location.search));
// It is loaded along with the words and the story, so nobody waits for it.
const hasServer = askForServer();
// This is read before the page writes the address itself.
const greeting = takeFirstVisit() ? import('./Greeting').catch(() => null) : null;
// A first visit does not see it for some seconds, and fetches it once it plays.
const beside = greeting === null ? loadBeside() : null;
longRuns.playBy(longRunsBeside(runsBeside));
const spoken = startWords(pageWords);
/**
 * A function, as no file may wait for its own parts: those that are loaded here import from the file of the entry, which
 * would never be done.
 */
async function draw(page: HTMLElement): Promise<void> {
  // The content of index.html is painted first. A tab in the background paints nothing.
  await Promise.race([new Promise((painted) => afterFrames(1, painted)), new Promise((late) => setTimeout(late, 100))]);
  await Promise.all([spoken, startAddress(), beside]);
  const { problem, otherRun } = useAddress.getState();
  // What is said of a link stands above the bench, which would move when it comes.
  const notice = problem === null && otherRun === null ? null : await import('./LinkNotice').catch(() => null);
  await heedServer(hasServer);
  openProofIfAsked();
  offerGallery();
  const greeted = await greeting;
  greeted?.fold();
  if (beside === null) loadBesideLater(greeted === null ? 0 : 2500);
  const made = createRoot(page);
  // In slices, so that a slow machine answers a touch in between.
  startTransition(() =>
    made.render(
      <StrictMode>
        <Page greeting={greeted && <greeted.Greeting />} notice={notice && <notice.LinkNotice />} />
      </StrictMode>,
    ),
  );
}

void draw(root);
// Counted from the frame in which the page is measured: one in which the timeline is drawn, and one for slow machines.
const drawn = new MutationObserver(() => {
  drawn.disconnect();
  afterFrames(3, letGo);
});
drawn.observe(root, { childList: true });
fetchPartsLater();
drafts.runBeside(runsBeside);
keepOffline('sw.js');
// Loaded before somebody opens them, so that none opens late.
setTimeout(() => {
  const parts = [
    import('../gallery/Gallery'),
    import('../faults/FaultEditor'),
    import('../settings/OwnSettingsRows'),
    import('../verdict/Measures'),
    import('../verdict/SeedsLine'),
    import('./TokenOffer'),
  ];
  Promise.all(parts).catch(() => undefined);
}, 2500);
/** Without a network it is left out. */
const start = <Part,>(load: Promise<Part>, begin: (part: Part) => void): void => void load.then(begin, () => undefined);

// A run that is made before it is loaded is kept with the next change. The links to other pages are hardly pressed sooner, and
// from then on the printer is served.
setTimeout(() => {
  start(import('../files/keepRuns'), ({ startKeeping }) => startKeeping());
  start(import('../frame/carryLanguage'), ({ carryLanguage }) => carryLanguage());
  start(import('../print/printRun'), ({ startPrinting, runSheet }) => startPrinting(runSheet));
}, 2500);
