/** What a person can do with real Redis. Loads the session, with its socket, when there is something to do. */
import { partNotLoaded } from '../files/problems';
import { useCursor } from '../state/cursor';
import { useEdition } from '../state/edition';
import { useLive } from '../state/live';
import { currentLive } from '../state/shownLive';
import { liveReason } from './liveReason';
import type { LiveSession } from './session';

const loadSession = () => import('./pageSession');

/** Switches to real Redis. If this story or variant has not run there yet, runs it. */
export function turnLiveOn(): void {
  show(true);
  if (useLive.getState().hasServer === true)
    withSession((session) => (currentLive() === null && canRun() ? session.runLive() : session.connect()));
}

const canRun = (): boolean => liveReason(useEdition.getState().committed, useLive.getState().offer) === null;

export const turnLiveOff = (): void => show(false);

export function runOnRedis(): void {
  if (useLive.getState().hasServer !== true) return;
  show(true);
  withSession((session) => session.runLive());
}

export const stopOnRedis = (): void => withSession((session) => session.stopLive());

export const setUpRedis = (): void => withSession((session) => session.setUp());

export const connectAgain = (): void => withSession((session) => session.connect());

export const setGhost = (asksGhost: boolean): void => useLive.setState({ asksGhost });

function show(isOn: boolean): void {
  if (useLive.getState().isOn === isOn) return;
  useLive.setState({ isOn });
  // In another run, an event's number means a different event.
  const { selection, select } = useEdition.getState();
  useCursor.getState().setPlaying(false);
  if (selection?.kind === 'event') select(null);
}

function withSession(act: (session: LiveSession) => void): void {
  loadSession().then(
    ({ session }) => act(session),
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      useLive.setState({ phase: { kind: 'failed', problem: partNotLoaded('A', reason) } });
    },
  );
}
