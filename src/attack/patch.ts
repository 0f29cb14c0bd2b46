/** Makes this thread one in which clients of a simulated run may live. Whatever else runs in it has Node's own functions. */

import { syncBuiltinESMExports } from 'node:module';
import { patchChance } from './patches/chance';
import { patchClocks } from './patches/clocks';
import { patchNetwork } from './patches/network';
import { patchProcess } from './patches/process';
import { patchRefused } from './patches/refused';

let isPatched = false;

/** Once for each thread. */
export function patch(): void {
  if (isPatched) return;
  for (const part of [patchClocks, patchChance, patchNetwork, patchProcess, patchRefused]) part();
  isPatched = true;
  syncBuiltinESMExports();
}
