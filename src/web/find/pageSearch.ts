/** The search of this page, with its workers. */
import { useStore } from 'zustand';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import type { Scenario } from '../../core/model/scenario/scenario';
import { withFaults } from '../../search/explore/branch';
import { browserAddress, wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';
import { useFind } from '../state/find';
import { useLive } from '../state/live';
import { openRun } from '../state/openRun';
import { currentStory } from '../state/story';
import { useTimeline } from '../state/timeline';
import { startWorker } from '../workers/startWorker';
import { readFind } from './findLink';
import { SearchSession } from './searchSession';

/** In GB, which browsers report in powers of two up to 8. A browser that does not report it is taken for small. */
const memory = 'deviceMemory' in navigator && typeof navigator.deviceMemory === 'number' ? navigator.deviceMemory : 4;
/**
 * One core is left to the page. A search with one worker takes 270 MB, and each further worker 80 to 100, most of
 * which the engine keeps for its youngest objects.
 */
const workersMost = memory >= 8 ? 5 : memory >= 4 ? 2 : 1;
const workers = Math.min(workersMost, Math.max(1, (navigator.hardwareConcurrency || 2) - 1));

export const searchSession = new SearchSession({
  scenario: useEdition,
  live: useLive,
  workers,
  names: () => currentStory()?.names,
  startHost: startWorker,
});

export const useSearchSession = <T>(select: (state: ReturnType<typeof searchSession.store.getState>) => T): T =>
  useStore(searchSession.store, select);

/** A link with more runs waits for a press. This many take some seconds. */
const runsAtOnce = 20_000;

/** Asks what the address asks, at once if the answer is quick. */
export function askByAddress(): void {
  const link = readFind(read(browserAddress.search()).find);
  if (link === null) return;
  if (!link.ok) return searchSession.refuseLink(link.problem, link.text);
  const { question, claim } = link;
  searchSession.askAs(question, claim);
  if (claim?.isWhole && claim.runs <= runsAtOnce) searchSession.start();
}

export function closeFind(): void {
  searchSession.close();
  useFind.setState({ requestCount: 0, begun: 0 });
  useEdition.setState({ ghostScenario: null });
  forgetInAddress();
}

/** An answer is in the address only while it is on the page. */
function forgetInAddress(): void {
  const address = wholeAddress(browserAddress);
  if (read(address).find !== null) browserAddress.replace(write({ find: null }, address));
}

// A link would claim for another scenario what was found in this one.
searchSession.store.subscribe(({ isStale }, before) => {
  if (isStale && !before.isStale) forgetInAddress();
});

/** Opens a run that was found. The same run without its faults is drawn behind it. */
export function openFound(scenario: Scenario): void {
  const { storyId, variantId } = useEdition.getState();
  searchSession.willOpen(scenario);
  openRun({ scenario, storyId, variantId });
  useEdition.setState({ ghostScenario: withFaults(scenario, []) });
  // On a phone the cards are far below the timeline.
  useTimeline.getState().geometry?.plot.scrollIntoView({ block: 'nearest' });
}

/** Returns to the scenario that the question is about. */
export function backToAsked(): void {
  const subject = searchSession.store.getState().sought?.scenario;
  if (subject === undefined) return;
  const { storyId, variantId } = useEdition.getState();
  openRun({ scenario: subject, storyId, variantId });
}
