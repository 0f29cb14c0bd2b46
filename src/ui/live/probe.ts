/** Asks once whether a server of real Redis answers beside the page. */
import { type ServerFile, serverFilePath } from '../../wire/serverFile';
import { useLive } from '../state/live';

/** This long after the page was opened, nobody waits for anything any more. */
const quietMs = 2500;

/** A yes is passed on at once. A no makes the page add a line, so it waits until the page is at rest. */
export async function findServer(): Promise<void> {
  const hasServer = !isInForeignFrame() && (await answers());
  if (hasServer) useLive.setState({ hasServer });
  else setTimeout(() => useLive.setState({ hasServer }), quietMs);
}

/**
 * A surrounding page of somebody else could trick a person into clicking the button that begins a run, which starts
 * processes on this machine.
 */
function isInForeignFrame(): boolean {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    // Even its address is out of reach.
    return true;
  }
}

async function answers(): Promise<boolean> {
  try {
    const response = await fetch(new URL(serverFilePath, location.href), { cache: 'no-store' });
    return ((await response.json()) as ServerFile).server === true;
  } catch {
    // There is no server, or something else answers: the page simulates, as usual.
    return false;
  }
}
