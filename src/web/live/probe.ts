/** Asks once whether a server of real Redis answers beside the page. */
import { type ServerFile, serverFilePath } from '../../live/wire/serverFile';
import { useLive } from '../state/live';
import { atServer } from './liveServer';

/** The answer was requested before everything else, so it is late this long after the words and the story, in ms. */
const patienceMs = 1000;

/** This long after the page was opened, nothing waits for the answer any more, in ms. */
const quietMs = 2500;

export const askForServer = (): Promise<boolean> => (isInForeignFrame() ? Promise.resolve(false) : answers());

/**
 * Resolves when the page can be drawn. A positive answer in time is drawn with the first frame, so nothing moves for
 * it. A negative one makes the page add a line, so it waits until the page is at rest.
 */
export async function applyProbeResult(answer: Promise<boolean>): Promise<void> {
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const inTime = await Promise.race([answer, tooLate]);
  if (inTime === true) setFound();
  else void answer.then((hasServer) => (hasServer ? atNextPress(setFound) : setTimeout(setNone, quietMs)));
}

const setFound = (): void => useLive.setState({ hasServer: true });
const setNone = (): void => useLive.setState({ hasServer: false });

/** A late positive answer moves parts of the page, so it waits until a person does something. */
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
