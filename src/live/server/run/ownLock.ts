/** The lock `own` of runs on this machine: code of the person who has started the server, which no page ever sends. */

import type { Scenario } from '../../../core/model/scenario';
import type { Text } from '../../../core/model/text';
import type { OwnCode } from '../../../sandbox/attack/onRedis';
import type { OfferedLock } from '../../wire/messages';

export interface OwnLock {
  /** The offer to pages. Null: it is not offered. */
  readonly offered: () => OfferedLock | null;
  /** The code as it is now, and the scenario with the settings of that code. Refused where the scenario names others. */
  readonly behind: (scenario: Scenario) => Promise<Behind>;
}

export type Behind =
  | { readonly ok: true; readonly own: OwnCode; readonly scenario: Scenario }
  | { readonly ok: false; readonly problem: Text };
