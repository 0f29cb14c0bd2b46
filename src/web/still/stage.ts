/** The window of a still, as far as views ask for it. */
import type { StillRoom } from './main';

let room: StillRoom = { window: { width: 0, height: 0 }, timeline: { width: 0, height: 0 } };

export const beWide = (now: StillRoom): void => {
  room = now;
};

export const roomNow = (): StillRoom => room;
