/** What a person can do about real Redis. Loads the session, with its socket, when there is something to do. */
import { partNotLoaded } from '../link/problems';
import { useCursor } from '../state/cursor';
import { currentLive, useLive } from '../state/live';

const loadSession = () => import('./session');

/** Turns to real Redis; where nothing of this telling has been run there yet, it is run. */
export function turnLiveOn(): void {
  show(true);
  if (useLive.getState().hasServer === true)
    withSession(({ connect, runLive }) => (currentLive() === null ? runLive() : connect()));
}

export const turnLiveOff = (): void => show(false);

/** Runs the committed scenario on real Redis. */
export function runOnRedis(): void {
  if (useLive.getState().hasServer !== true) return;
  show(true);
  withSession(({ runLive }) => runLive());
}

export const stopOnRedis = (): void => withSession(({ stopLive }) => stopLive());

export const setUpRedis = (): void => withSession(({ setUp }) => setUp());

export const connectAgain = (): void => withSession(({ connect }) => connect());

export const setGhost = (hasGhost: boolean): void => useLive.setState({ hasGhost });

function show(isOn: boolean): void {
  if (useLive.getState().isOn === isOn) return;
  useLive.setState({ isOn });
  // The number of an event means another one in another run.
  const { selection, select, setPlaying } = useCursor.getState();
  setPlaying(false);
  if (selection?.kind === 'event') select(null);
}

function withSession(act: (session: Awaited<ReturnType<typeof loadSession>>) => void): void {
  loadSession().then(act, (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    useLive.setState({ phase: { kind: 'failed', problem: partNotLoaded('A', reason) } });
  });
}
