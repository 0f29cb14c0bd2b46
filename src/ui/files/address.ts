/**
 * The scenario in the page's address. It is read when the page opens or the hash changes, and replaced on every commit,
 * never pushed. A link that cannot be opened is reported and changes nothing. The codec is loaded with the first link
 * that is read or made.
 */
import { create } from 'zustand';
import { digest } from '../../model/digest';
import type { Decoded } from '../../model/link/link';
import type { Scenario } from '../../model/scenario';
import type { Text } from '../../model/text';
import { registry } from '../../run/onDemand';
import { stories } from '../../stories';
import { type Address, browserAddress } from '../state/browserAddress';
import { isBeginning, isCutShort } from '../state/longRun';
import { openRun, resetHistory } from '../state/openRun';
import { fetchParts } from '../state/parts';
import { goToEvent } from '../state/playhead';
import { currentRun, wholeRunOf } from '../state/run';
import { useScenario } from '../state/scenario';
import { fetchStory, openStory, toldScenario, useStories } from '../state/story';
import { askedStory } from './namedStory';
import { noEvent, partNotLoaded } from './problems';

interface LinkProblem {
  readonly message: Text;
  /** The link as it was, so that nothing is lost. */
  readonly link: string;
  /** What is open all the same: the scenario from before, the first story, or the named story as told. */
  readonly open: 'kept' | 'first' | 'told';
}

type NameProblem = Pick<LinkProblem, 'message' | 'open'>;

interface AddressState {
  readonly problem: LinkProblem | null;
  /** The link was opened, but its run differs from the one from which it was made. */
  readonly isOtherRun: boolean;
}

export const useAddress = create<AddressState>()(() => ({ problem: null, isOtherRun: false }));

export const dropOtherRun = (): void => useAddress.setState({ isOtherRun: false });

export const dropLinkProblem = (): void => useAddress.setState({ problem: null });

/** The story that opens if the address names none. */
const defaultStoryNumber = '20';

/** Opens what the address names, else the default story. From then on the address follows the commits. */
export async function startAddress(address: Address = browserAddress): Promise<void> {
  const problem = await openAddress(new URLSearchParams(address.search()), address);
  if (problem !== null) useAddress.setState({ problem: { ...problem, link: address.search() } });
  // Somebody entered another link.
  address.onHash(() => {
    if (address.hash().length > 1) void openHash(address.hash(), 'kept');
  });
  /** The number of the last commit. An older link that is ready later is dropped. */
  let lastCommit = 0;
  const replaceHash = async (): Promise<void> => {
    const commit = ++lastCommit;
    const link = await currentLink();
    if (commit === lastCommit) address.replace(`#${link}`);
  };
  useScenario.subscribe((state, before) => {
    if (state.committed !== before.committed || state.storyId !== before.storyId) {
      void replaceHash();
      if (state.storyId !== before.storyId) dropLinkProblem();
    }
  });
}

/**
 * Opens what the address names: the scenario in its hash, else the story in `?story=…&variant=…`, else the default
 * story. Undo does not go back behind it.
 *
 *
 * @returns what is wrong with the name; the part that is right is opened
 */
export async function openAddress(
  query: URLSearchParams,
  address: Pick<Address, 'hash'> = browserAddress,
): Promise<NameProblem | null> {
  const problem = await openNamed(query, address.hash());
  resetHistory();
  return problem;
}

/** A hash takes precedence over a name, so errors in the name do not matter then. */
async function openNamed(query: URLSearchParams, hash: string): Promise<NameProblem | null> {
  const isHash = hash.length > 1;
  if (isHash && (await openHash(hash, 'first'))) return null;
  const { storyId, variantId, problem } = await askedStory(query);
  if (storyId === null || !(await openStory(storyId, variantId))) await openDefault();
  return isHash || problem === null ? null : { message: problem, open: storyId === null ? 'first' : 'told' };
}

const defaultStory = () => stories.find(({ number }) => number === defaultStoryNumber) ?? stories[0];

async function openDefault(): Promise<void> {
  const preferred = defaultStory();
  if (preferred !== undefined) await openStory(preferred.id);
}

const loadCodec = () => import('../../model/link/link');

async function openHash(hash: string, open: LinkProblem['open']): Promise<boolean> {
  const decoded = await readHash(hash);
  if (!decoded.ok) {
    useAddress.setState({ problem: { message: decoded.problem, link: hash, open } });
    return false;
  }
  dropLinkProblem();
  await show(decoded);
  return true;
}

/** Opens a link, or the part behind its `#`. Returns what is wrong with it; null if it was opened. */
export async function openLinkText(text: string): Promise<Text | null> {
  const decoded = await readHash(text);
  if (!decoded.ok) return decoded.problem;
  dropLinkProblem();
  await show(decoded);
  return null;
}

async function readHash(hash: string): Promise<Decoded> {
  try {
    // A link may name any lock and check, and is refused only if one does not exist.
    const [{ decodeLink }] = await Promise.all([loadCodec(), fetchParts()]);
    return await decodeLink(hash, { registry, resolveStory });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, problem: partNotLoaded('a', reason) };
  }
}

async function show(decoded: Extract<Decoded, { ok: true }>): Promise<void> {
  const { scenario, storyId, variantId, event, digest: shared } = decoded;
  openRun({ scenario, storyId: storyId ?? null, variantId: variantId ?? null });
  useAddress.setState({ isOtherRun: false });
  const isCompared = shared === undefined && event === undefined ? null : compareWhole(scenario, { event, shared });
  // The beginning of a long run is on screen before its whole is there.
  if (!isBeginning(currentRun())) await isCompared;
}

/** The whole run is needed to tell whether it is the sender's run, and to find the event that the link names. */
async function compareWhole(
  scenario: Scenario,
  { event, shared }: { readonly event: number | undefined; readonly shared: string | undefined },
): Promise<void> {
  const run = await wholeRunOf(scenario);
  if (useScenario.getState().committed !== scenario) return;
  useAddress.setState({ isOtherRun: shared !== undefined && digest(run.trace) !== shared });
  if (event === undefined) return;
  if (event < run.trace.count) {
    goToEvent(run, event);
    return;
  }
  const message = noEvent(event, run.trace.count);
  useAddress.setState({ problem: { message, link: location.hash, open: 'kept' } });
}

async function resolveStory(storyId: string, variantId: string | undefined) {
  const story = await fetchStory(storyId);
  if (story === null) return undefined;
  if (variantId === undefined) return story.scenario;
  const variant = story.variants.find(({ id }) => id === variantId);
  return variant === undefined ? undefined : toldScenario(story, variant);
}

/** The part behind `#` for the committed scenario and, if given, for one event of its run. */
export async function currentLink(event?: number): Promise<string> {
  const { committed, storyId, variantId } = useScenario.getState();
  const story = storyId === null ? undefined : useStories.getState().loaded[storyId];
  const variant = story?.variants.find(({ id }) => id === variantId);
  const base =
    story === undefined
      ? undefined
      : { id: story.id, variant: variant?.id, scenario: toldScenario(story, variant ?? null) };
  const { encodeLink } = await loadCodec();
  const run = await wholeRunOf(committed);
  // A page that does not play the run to its end knows no digest of the whole.
  const mark = isCutShort(run) ? undefined : digest(run.trace);
  return encodeLink(committed, { registry, base, event, digest: mark });
}

/** The full address of the committed scenario. */
export async function currentAddress(event?: number): Promise<string> {
  return `${browserAddress.page()}#${await currentLink(event)}`;
}
