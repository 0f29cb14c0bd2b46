// The playground's entry: words, address, then the page.
import '../look/theme.css';
import '../look/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { startAddress } from '../files/address';
import { holdLoad } from '../frame/holdLoad';
import { keepOffline } from '../frame/offline';
import { findServer } from '../live/probe';
import { drafts } from '../state/drafts';
import { longRuns } from '../state/longRun';
import { longRunsBeside } from '../state/longRunsBeside';
import { fetchPartsLater } from '../state/parts';
import { showAsAsked } from '../state/preferences';
import { runsBeside } from '../state/runsBeside';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { takeFirstVisit } from './firstVisit';
import { Page } from './Page';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root.');
const afterFrames = (count: number, then: (value?: unknown) => void): unknown =>
  requestAnimationFrame(() => (count > 1 ? afterFrames(count - 1, then) : setTimeout(then)));

const letGo = holdLoad();
showAsAsked(new URLSearchParams(location.search));
// On its way while the words and the story are: nobody waits for it.
void findServer();
// Asked before the address is written by ourselves.
const welcoming = takeFirstVisit() ? import('./Welcome').catch(() => null) : null;
longRuns.playBy(longRunsBeside(runsBeside));
const spoken = startWords(pageWords);
// What index.html says by itself is painted first. A tab that nobody looks at paints nothing.
await Promise.race([new Promise((painted) => afterFrames(1, painted)), new Promise((late) => setTimeout(late, 100))]);
await Promise.all([spoken, startAddress()]);
const Welcome = (await welcoming)?.Welcome;
const made = createRoot(root);
// In slices: a slow machine answers a touch in between.
startTransition(() =>
  made.render(
    <StrictMode>
      <Page welcome={Welcome === undefined ? null : <Welcome />} />
    </StrictMode>,
  ),
);
// From the frame on in which the page is measured: one in which the timeline is drawn, and one for slow machines.
const drawn = new MutationObserver(() => {
  drawn.disconnect();
  afterFrames(3, letGo);
});
drawn.observe(root, { childList: true });
fetchPartsLater();
drafts.runBeside(runsBeside);
keepOffline('sw.js');
// A printer is served from then on.
setTimeout(
  () =>
    void import('../print/printRun').then(
      ({ startPrinting, runSheet }) => startPrinting(runSheet),
      () => undefined,
    ),
  3000,
);
// What is made before it is there is kept with the next change.
setTimeout(
  () =>
    void import('../files/keepRuns').then(
      ({ startKeeping }) => startKeeping(),
      () => undefined,
    ),
  2500,
);
