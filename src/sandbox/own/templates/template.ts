/** What a reader may begin with: a lock as he would write it, and the check at the resource that belongs to it. */
import type { Text } from '../../../core/model/text';

export interface Template {
  readonly id: string;
  readonly title: Text;
  /** One sentence: what it is and where it comes from. */
  readonly about: Text;
  /** TypeScript, as it stands in the editor. */
  readonly lock: string;
  readonly check: string;
}

/** A check that holds whatever the lock does. */
export const versionCheck = `// May this write happen? Check and write are one step.
export function write({ base }: Write, { version }: Stored): boolean {
  return base === version;
}
`;

/** A check that compares fencing tokens. */
export const tokenCheck = `// May this write happen? Check and write are one step.
export function write({ token }: Write, stored: Stored): boolean {
  return token !== null && token >= (stored.token ?? 0);
}
`;
