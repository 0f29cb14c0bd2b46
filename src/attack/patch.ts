/** Makes this thread one in which clients of a simulated run may live. Never in a thread that does anything else. */

import { syncBuiltinESMExports } from 'node:module';
import { patchChance } from './patches/chance';
import { patchClocks } from './patches/clocks';
import { patchNetwork } from './patches/network';
import { patchProcess } from './patches/process';
import { patchRefused } from './patches/refused';

export function patch(): void {
  patchClocks();
  patchChance();
  patchNetwork();
  patchProcess();
  patchRefused();
  syncBuiltinESMExports();
}
