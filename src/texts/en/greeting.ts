/** The words for a first visit, in English. Its sentences follow the run of the first story. */
export const greeting = {
  label: 'First visit',
  begins: 'Two clients change the same value. A lock is to let in only one at a time.',
  gets: 'Client 1 gets the lock and reads the value.',
  pauses: 'Before it can write, client 1 is paused. It runs no code now.',
  waits: 'Client 2 wants the lock too and is refused, as it should be.',
  expires: 'The lock of client 1 expires, and it cannot notice.',
  enters: 'So client 2 gets the lock. Now two are inside at once.',
  writes: 'Client 2 writes.',
  late: 'Client 1 wakes up and writes, too late: what client 2 wrote is lost.',
  next: 'Drag the pause and see what changes.',
  drag: 'drag me',
  expired: 'expired',
  all: 'Show everything',
  onTimeline: {
    holds: () => 'has the lock',
    heldPast: () => 'still believes that it has the lock',
    heldPastShort: 'lock is over',
    refused: () => 'refused',
    paused: (length: string) => `paused for ${length}`,
    holders: (count: number) => `${count} inside at once`,
  },
};
