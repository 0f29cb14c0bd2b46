/** The twelve attacks on a lock. */
export const attackIds = [
  'pause-each-step',
  'sleep',
  'lost-replies',
  'late-requests',
  'client-clock',
  'node-clock',
  'crash-with-keys',
  'crash-without-keys',
  'failover',
  'cut',
  'slow-network',
  'holder-dies',
] as const;
export type AttackId = (typeof attackIds)[number];

/** `amber`: two were inside and nothing was lost. `unavailable` is told and does not count as broken. */
export type AttackFate = 'held' | 'broken' | 'amber' | 'unavailable';
