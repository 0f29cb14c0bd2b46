/** Asks once whether a server of real Redis answers beside the page. */
import { type ServerFile, serverFilePath } from '../../wire/serverFile';
import { useLive } from '../state/live';

/** So long after the page was opened, nobody waits for anything any more. */
const quietMs = 2500;

/** A yes is told at once; a no, of which the page makes a line of text, when it has come to rest. */
export async function findServer(): Promise<void> {
  const hasServer = !isInForeignFrame() && (await answers());
  if (hasServer) useLive.setState({ hasServer });
  else setTimeout(() => useLive.setState({ hasServer }), quietMs);
}

/** A page around that is not ours could have a person click where a run begins, which starts processes on this machine. */
function isInForeignFrame(): boolean {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    // Not even its address may be read.
    return true;
  }
}

async function answers(): Promise<boolean> {
  try {
    const response = await fetch(new URL(serverFilePath, location.href), { cache: 'no-store' });
    return ((await response.json()) as ServerFile).server === true;
  } catch {
    // Nobody there, or something else: the page simulates, as it does everywhere.
    return false;
  }
}
