/** The twelve attacks on a lock, by name. */
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
