// The entry of the workshop: the exercise that the address names, or the first one. `?guide` is the page for
// instructors, `?check=before` and `?check=after` are the test around the exercises.
import '../look/theme.css';
import '../look/global.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { parts } from '../../run/parts';
import { learn } from '../address/learn';
import { read } from '../address/read';
import { carryLanguage } from '../shell/carryLanguage';
import { holdLoadUntilDrawn } from '../shell/holdLoad';
import { keepOffline } from '../shell/offline';
import { openProofIfAsked } from '../state/dialog';
import { takeKept } from '../state/keptOverReload';
import { longRunsBeside } from '../state/longRunsBeside';
import { heedLost } from '../state/lostPart';
import { handIn } from '../state/parts';
import { showAsAsked, usePreferences } from '../state/preferences';
import { runInTasks, runs } from '../state/run';
import { loadAtRest, nextTask } from '../state/tasks';
import { laterTools } from '../timeline/laterTools';
import { ToolsContext } from '../timeline/ToolsContext';
import { startWords } from '../words/i18n';
import { pageWords } from '../words/pageWords';
import { startWorker } from '../workers/startWorker';
import { workshop } from './exerciseState';
import { LearnPage } from './LearnPage';
import { usePresent } from './presentState';
import type { Kept } from './tries';

const root = document.getElementById('root');
if (root === null) throw new Error('learn/index.html has no element #root.');
heedLost();
const kept = takeKept<Kept>();
handIn(parts);
holdLoadUntilDrawn(root);
const asked = read(location.href, learn);
showAsAsked(asked);
const { check, theme, guide, present, embed } = asked.own;
if (theme !== null) {
  usePreferences.setState({ theme });
  // A frame has no switch for it.
  document.documentElement.dataset['theme'] = theme;
}
runs.playBy(longRunsBeside(startWorker().calls));

const loadPrinting = () => import('./printExercise').then(({ startPrintingExercise }) => startPrintingExercise());

/** A function, as no file may wait for its own parts: those that are loaded here import from the file of the entry. */
async function draw(page: HTMLElement): Promise<void> {
  await Promise.all([startWords(pageWords), workshop.load()]);
  if (kept !== null) await workshop.takeKept(kept);
  const first = workshop.asked();
  if (first !== null) await runInTasks(first.scenario);
  workshop.openAsked();
  openProofIfAsked();
  await nextTask();
  const isPresented = present && !guide && check === null;
  usePresent.setState({ isCovered: isPresented });
  const made = createRoot(page);
  // In slices, so that a slow machine answers a touch in between.
  startTransition(() =>
    made.render(
      <StrictMode>
        <ToolsContext value={laterTools}>
          <LearnPage isGuide={guide} check={check} isPresented={isPresented} isEmbedded={embed} />
        </ToolsContext>
      </StrictMode>,
    ),
  );
}

// To read all scripts is enough for one task. Nobody prints before there is something to read.
void nextTask()
  .then(() => draw(root))
  .then(() => (check === null ? loadAtRest(0, [loadPrinting]) : undefined));
keepOffline('../sw.js');
carryLanguage();
