/** The lock `own` of runs on this machine: code of the person who started the server. No page ever sends it. */

import type { Scenario } from '../../../core/model/scenario/scenario';
import type { Text } from '../../../core/model/values/text';
import type { OwnCode } from '../../../sandbox/attack/onRedis';
import type { OfferedLock } from '../../wire/messages';

export interface OwnLock {
  /** Returns what pages are offered; null if nothing. */
  readonly offered: () => OfferedLock | null;
  /** Returns the current code, and the scenario with its settings. Refuses a scenario with other settings. */
  readonly behind: (scenario: Scenario) => Promise<Behind>;
}

export type Behind =
  | { readonly ok: true; readonly own: OwnCode; readonly scenario: Scenario }
  | { readonly ok: false; readonly problem: Text };
