/** What a reader can begin with: a lock as a person would write it, and the matching check at the resource. */
import type { Text } from '../../../core/model/values/text';

export interface Template {
  readonly id: string;
  readonly title: Text;
  /** One sentence: what it is and where it comes from. */
  readonly about: Text;
  /** TypeScript, as shown in the editor. */
  readonly lock: string;
  readonly check: string;
}

/** A check that protects the data whatever the lock does. */
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
