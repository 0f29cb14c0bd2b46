/** Asks once whether a server of real Redis answers beside the page. */
import { type ServerFile, serverFilePath } from '../../live/wire/serverFile';
import { useLive } from '../state/live';
import { atServer } from './liveServer';

/** The answer was requested before everything else. So an answer this long after the words and the story is late. */
const patienceMs = 1000;

/** This long after the page was opened, a person waits for nothing any more. */
const quietMs = 2500;

export const askForServer = (): Promise<boolean> => (isInForeignFrame() ? Promise.resolve(false) : answers());

/**
 * Resolves when the page can be drawn. A yes in time has its place from the first frame on, so nothing moves for it.
 * A no makes the page add a line, so it waits until the page is at rest.
 */
export async function heedServer(answer: Promise<boolean>): Promise<void> {
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const inTime = await Promise.race([answer, tooLate]);
  if (inTime === true) setFound();
  else void answer.then((hasServer) => (hasServer ? atNextPress(setFound) : setTimeout(setNone, quietMs)));
}

const setFound = (): void => useLive.setState({ hasServer: true });
const setNone = (): void => useLive.setState({ hasServer: false });

/** A late yes moves parts of the page, so it waits until a person does something. */
function atNextPress(then: () => void): void {
  const presses = new AbortController();
  const onPress = (): void => {
    presses.abort();
    then();
  };
  for (const press of ['click', 'keydown']) addEventListener(press, onPress, { signal: presses.signal });
}

/**
 * A foreign page around this one could trick a person into clicking the button that starts a run, which starts
 * processes on this machine.
 */
function isInForeignFrame(): boolean {
  try {
    return window.top?.location.origin !== location.origin;
  } catch {
    // Even its address cannot be read.
    return true;
  }
}

async function answers(): Promise<boolean> {
  try {
    const response = await fetch(atServer(serverFilePath));
    return ((await response.json()) as ServerFile).server === true;
  } catch {
    // There is no server, or something else answers: the page simulates, as usual.
    return false;
  }
}
