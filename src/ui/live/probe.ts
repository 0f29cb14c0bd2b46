/** Asks once whether a server of real Redis answers beside the page. */
import { type ServerFile, serverFilePath } from '../../wire/serverFile';
import { useLive } from '../state/live';

export async function findServer(): Promise<void> {
  useLive.setState({ hasServer: await answers() });
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
