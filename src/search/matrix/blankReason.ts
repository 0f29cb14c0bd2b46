/** The ids of the reasons why a cell is blank. It imports no lock, so a page can read a table before it loads any. */

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
