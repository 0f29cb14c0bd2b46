/** Why a cell is blank, as names. It knows no lock, so that a table is read before any is loaded. */

export const blankReasons = [
  'needs-token',
  'needs-service',
  'no-lease',
  'lease-refused',
  'no-replica',
  'no-key',
  'no-leader',
  'no-place',
] as const;
export type BlankReason = (typeof blankReasons)[number];
