// The entry of the workshop: the exercise that the address names, or the first one. `?guide` is the page for
// instructors, `?check=before` and `?check=after` are the test around the exercises.
import '../appearance/theme.css';
import '../appearance/global.css';
import { learn } from '../../content/address/learn';
import { read } from '../../content/address/read';
import { parts } from '../../core/run/parts';
import { start } from '../app/start';
import { openAsked } from '../state/dialog';
import { simulateInWorker } from '../state/longRun';
import { provideParts } from '../state/parts';
import { applyAskedPreferences, usePreferences } from '../state/preferences';
import { runInTasks, runs } from '../state/run';
import { loadAtRest, nextTask } from '../state/tasks';
import { pageWords } from '../words/pageWords';
import { startWorker } from '../workers/startWorker';
import { LearnPage } from './LearnPage';
import { followEscape, usePresent } from './presentState';
import { type Kept, workshop } from './workshop';

provideParts(parts);
runs.setSimulator(simulateInWorker(startWorker().calls));
const address = read(location.href, learn);
const { check, theme, guide, present, embed } = address.own;

function showAsTheAddressAsks(): void {
  applyAskedPreferences(address);
  if (theme === null) return;
  usePreferences.setState({ theme });
  // A frame has no theme switch.
  document.documentElement.dataset['theme'] = theme;
}

void start<Kept>({
  words: pageWords,
  site: '../',
  waitsFor: 'timeline',
  before: showAsTheAddressAsks,
  load: async ({ savedState }) => {
    // Parsing all scripts is enough for one task.
    await nextTask();
    await workshop.load();
    if (savedState !== null) await workshop.takeKept(savedState);
    const first = workshop.chooseExercise();
    if (first !== null) await runInTasks(first.scenario);
    workshop.openAsked();
    openAsked();
    await nextTask();
    const isPresented = present && !guide && check === null;
    usePresent.setState({ isOn: isPresented, isCovered: isPresented });
    if (!guide && check === null) followEscape();
    return <LearnPage isGuide={guide} check={check} isEmbedded={embed} />;
  },
}).then(() => {
  // A person prints only after there is something to read.
  if (check === null) void loadAtRest(0, [async () => (await import('./printExercise')).startPrintingExercise()]);
});
