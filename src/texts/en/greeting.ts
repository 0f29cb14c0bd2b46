/** The words for a first visit, in English. Its sentences follow the run of the first story. */
export const greeting = {
  label: 'First visit',
  begins:
    'Two clients add to the same number: client 1 adds 1, client 2 adds 10. A lock should let in only one at a time.',
  gets: 'Client 1 gets the lock and reads the number: 42.',
  pauses: 'Before it can write 43, client 1 is paused. It runs no code now.',
  waits: 'Client 2 asks for the lock too and is refused, as it should be.',
  expires: 'The lock of client 1 expires, and client 1 cannot notice.',
  enters: 'So client 2 gets the lock. Now both believe that they hold it.',
  writes: 'Client 2 reads 42, adds 10 and writes 52.',
  late: 'Client 1 wakes up and writes 43, too late: what client 2 wrote is lost.',
  next: 'Drag the pause and see what changes.',
  drag: 'drag me',
  paused: 'paused',
  expired: 'expired',
  all: 'Show everything',
  onTimeline: {
    holds: () => 'has the lock',
    heldPast: () => 'still believes that it has the lock',
    heldPastShort: 'lock is over',
    refused: () => 'asks and is refused',
    paused: (length: string) => `paused for ${length}`,
    holders: () => 'both believe that they hold it',
  },
};
