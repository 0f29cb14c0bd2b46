/**
 * The scenario in the page's address: a story by its name while it is unchanged, otherwise a link behind `#`. It is
 * read when the page opens, when the hash changes, and on Back and Forward, and replaced on every commit. A link that
 * cannot be opened is reported and changes nothing. The code that makes and reads links is loaded with the first
 * link.
 */
import { create } from 'zustand';
import type { AskedRun, PageAddress } from '../../content/address/pageAddress';
import type { OwnOf } from '../../content/address/parameters';
import type { PlaygroundParameters } from '../../content/address/playground';
import { read } from '../../content/address/read';
import { write } from '../../content/address/write';
import { opening } from '../../content/stories/opening';
import type { Decoded } from '../../core/model/links/link';
import type { Scenario } from '../../core/model/scenario/scenario';
import type { Text } from '../../core/model/values/text';
import { isAsPublished } from '../state/asPublished';
import { type Address, browserAddress, wholeAddress } from '../state/browserAddress';
import { useEdition } from '../state/edition';
import { openRun, resetHistory } from '../state/openRun';
import { goToEvent, restAt } from '../state/playhead';
import { currentRun, isBeginning, runs } from '../state/run';
import { openStory } from '../state/story';
import { askedStory } from './namedStory';
import type { OtherRun, SharedRun } from './otherRun';
import { noEvent, partNotLoaded } from './problems';

interface LinkProblem {
  readonly message: Text;
  /** The unchanged link, so that nothing is lost. */
  readonly link: string;
  /**
   * What is open instead: the scenario from before, the first story, or the named story as published; null: what was
   * asked for.
   */
  readonly open: 'kept' | 'first' | 'original' | null;
}

type NameProblem = Pick<LinkProblem, 'message' | 'open'>;

interface LinkState {
  readonly problem: LinkProblem | null;
  /** The link was opened, but its run differs from the one that its maker saw. */
  readonly otherRun: OtherRun | null;
}

export const useLinkState = create<LinkState>()(() => ({ problem: null, otherRun: null }));

export const dropOtherRun = (): void => useLinkState.setState({ otherRun: null });

/**
 * Null once the scenario is another one. A drag does not count, because a line that disappears would move what is
 * dragged.
 */
export function useOtherRun(): OtherRun | null {
  const otherRun = useLinkState((state) => state.otherRun);
  const committed = useEdition((state) => state.committed);
  return otherRun?.scenario === committed ? otherRun : null;
}

export const dropLinkProblem = (): void => useLinkState.setState({ problem: null });

/** Opens what the address names, or the default story. From then on the address follows the commits. */
export async function startAddress(address: Address = browserAddress): Promise<void> {
  const { run, at, problems } = read(wholeAddress(address));
  const [message] = problems;
  const problem = (await openAddress(run)) ?? (message === undefined ? null : { message, open: null });
  if (problem !== null) useLinkState.setState({ problem: { ...problem, link: address.search() } });
  if (at !== null) restAt({ at });
  /** What is open or being opened: one step of a person may raise two events. */
  let runPart = partsOf(address);
  const show = (run: AskedRun): void => {
    // A moment belongs to the run that was opened.
    address.replace(write({ run, at: null }, wholeAddress(address)));
    runPart = partsOf(address);
  };
  address.onMove(() => {
    if (partsOf(address) === runPart) return;
    runPart = partsOf(address);
    void openMoved(address);
  });
  /** The number of the last commit. A link that finishes after a newer one is dropped. */
  let lastCommit = 0;
  const follow = async (): Promise<void> => {
    const commit = ++lastCommit;
    const storyRun = askedNow();
    if (storyRun !== null) return show(storyRun);
    const link = await currentLink();
    if (commit === lastCommit) show({ kind: 'link', link, story: null });
  };
  useEdition.subscribe((state, before) => {
    if (state.committed !== before.committed || state.storyId !== before.storyId) {
      void follow();
    }
    if (state.openedCount !== before.openedCount || state.storyId !== before.storyId) dropLinkProblem();
  });
}

/** The part that names the run. A size alone opens nothing. */
const partsOf = (address: Address): string => write({ size: null }, wholeAddress(address));

/** The story or variant on screen. Null if the run has been changed or has no story. */
function askedNow(): AskedRun | null {
  const { storyId, variantId } = useEdition.getState();
  return storyId !== null && isAsPublished() ? { kind: 'story', story: storyId, variant: variantId } : null;
}

/** A person entered another link, or went back or forward. */
async function openMoved(address: Address): Promise<void> {
  const { run, at } = read(wholeAddress(address));
  // It has a page of its own.
  if (run.kind === 'recorded') return location.reload();
  if (run.kind === 'link') await openHash(run.link, 'kept');
  else await openNamed(run);
  if (at !== null) restAt({ at });
}

/**
 * Opens what an address names: its scenario, else its story, else the default story. Undo does not go back before it.
 * @returns what is wrong with the name; the part that is right is opened
 */
export async function openAddress(run: AskedRun): Promise<NameProblem | null> {
  const problem = await openNamed(run);
  resetHistory();
  return problem;
}

/** A link takes precedence over a name, so errors in the name do not matter then. */
async function openNamed(run: AskedRun): Promise<NameProblem | null> {
  if (run.kind === 'link' && (await openHash(run.link, 'first'))) return null;
  const named = run.kind === 'story' ? run : run.kind === 'link' ? run.story : null;
  const { storyId, variantId, problem } = await askedStory(named);
  if (storyId === null || !(await openStory(storyId, variantId))) await openStory(opening.id);
  return run.kind === 'link' || problem === null
    ? null
    : { message: problem, open: storyId === null ? 'first' : 'original' };
}

const loadLinks = () => import('./linkOfRun');

async function openHash(link: string, open: LinkProblem['open']): Promise<boolean> {
  const decoded = await readHash(link);
  if (!decoded.ok) {
    useLinkState.setState({ problem: { message: decoded.problem, link: `#${link}`, open } });
    return false;
  }
  dropLinkProblem();
  await openDecoded(decoded);
  return true;
}

/** Opens a link, or the part behind its `#`. Returns what is wrong with it; null if it was opened. */
export async function openLinkText(text: string): Promise<Text | null> {
  const decoded = await readHash(text);
  if (!decoded.ok) return decoded.problem;
  dropLinkProblem();
  await openDecoded(decoded);
  return null;
}

async function readHash(text: string): Promise<Decoded> {
  try {
    const { readLink } = await loadLinks();
    return await readLink(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: partNotLoaded('a', reason) };
  }
}

async function openDecoded(decoded: Extract<Decoded, { ok: true }>): Promise<void> {
  const { scenario, storyId, variantId, event, outcome, digest } = decoded;
  openRun({ scenario, storyId: storyId ?? null, variantId: variantId ?? null });
  dropOtherRun();
  const isWholeWanted = [event, outcome, digest].some((one) => one !== undefined);
  const whole = isWholeWanted ? lookAtWhole(event, { outcome, digest }) : null;
  // The beginning of a long run is on screen before the whole is ready.
  if (!isBeginning(currentRun())) await whole;
}

/** The whole run is needed to tell whether it is the sender's run, and to find the event that the link names. */
async function lookAtWhole(event: number | undefined, shared: SharedRun): Promise<void> {
  const scenario = await compareRun(shared);
  if (event === undefined || useEdition.getState().committed !== scenario) return;
  const run = await runs.getComplete(scenario);
  if (event < run.trace.count) {
    goToEvent(run, event);
    return;
  }
  const message = noEvent(event, run.trace.count);
  useLinkState.setState({ problem: { message, link: location.hash, open: 'kept' } });
}

/**
 * Reports from now on how the run of the committed scenario differs from the shared one.
 * @returns the scenario
 */
export async function compareRun(shared: SharedRun): Promise<Scenario> {
  const { committed } = useEdition.getState();
  const [run, { otherRunOf }] = await Promise.all([runs.getComplete(committed), import('./otherRun')]);
  if (useEdition.getState().committed === committed) useLinkState.setState({ otherRun: otherRunOf(run, shared) });
  return committed;
}

/** The part behind `#` for the committed scenario and, if given, for one event of its run. */
export async function currentLink(event?: number): Promise<string> {
  const edited = useEdition.getState();
  const { makeLink } = await loadLinks();
  return makeLink(edited, event);
}

/** The address of any scenario in the playground. */
export async function addressOfScenario(committed: Scenario, playground: string): Promise<string> {
  const { makeLink } = await loadLinks();
  const link = await makeLink({ committed, storyId: null, variantId: null });
  return write({ run: { kind: 'link', link, story: null } }, playground);
}

interface AddressOptions extends Pick<Partial<PageAddress<Partial<OwnOf<PlaygroundParameters>>>>, 'size' | 'own'> {
  /** The number of an event of the run, for a link to that event. */
  readonly event?: number;
  /** Where the playground is. Other pages pass it. */
  readonly playground?: string;
}

/** The full address of the committed scenario in the playground. A shared address names a size. */
export async function currentAddress(options: AddressOptions = {}): Promise<string> {
  const { event, playground = browserAddress.page(), ...shown } = options;
  return write({ ...shown, run: { kind: 'link', link: await currentLink(event), story: null } }, playground);
}
