/**
 * Patches this thread so that clients of a simulated run can live in it. Other code in it still gets Node's own
 * functions.
 */

import { syncBuiltinESMExports } from 'node:module';
import { patchChance } from './patches/chance';
import { patchClocks } from './patches/clocks';
import { patchFiles } from './patches/files';
import { patchFolders } from './patches/folders';
import { patchGlobals } from './patches/globals';
import { patchNetwork } from './patches/network';
import { patchOwnOfProcess } from './patches/ownOfProcess';
import { patchProcess } from './patches/process';
import { patchRefused } from './patches/refused';
import { onRestore, restore } from './patches/replace';

/** The patches that give each life its own part of the process come last. */
const parts = [
  ...[patchClocks, patchChance, patchNetwork, patchProcess, patchRefused],
  ...[patchFiles, patchFolders, patchOwnOfProcess, patchGlobals],
];

/** How many callers need the patch. */
let users = 0;

/** @returns a function that ends the use; call it once. After the last one, the thread is as it was. */
export function patch(): () => void {
  if (users === 0) {
    const { stackTraceLimit } = Error;
    onRestore(() => {
      Error.stackTraceLimit = stackTraceLimit;
    });
    for (const part of parts) part();
    syncBuiltinESMExports();
  }
  users++;
  return () => {
    users--;
    if (users > 0) return;
    restore();
    syncBuiltinESMExports();
  };
}
