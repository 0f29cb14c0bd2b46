/**
 * Every command that the simulated Redis knows, for locks that are not the playground's own. Its own locks need only
 * those in `commands.ts`, so a page without other locks does not load the rest.
 */
import type { Commands } from '../parts';
import { commands } from './commands';
import { delex, delifeq } from './comparing';
import { byValueOrDigest, digest } from './digests';
import { moreListCommands } from './moreLists';
import { moreStringCommands } from './moreStrings';
import { setCommands } from './sets';
import { sortedSetCommands } from './sortedSets';
import { streamCommands } from './streams';
import { set } from './strings';

export const everyCommand: Commands = new Map([
  ...commands,
  ...Object.entries({ ...moreStringCommands, ...moreListCommands, ...setCommands, ...sortedSetCommands }),
  ...Object.entries(streamCommands),
  ...Object.entries({ SET: set(byValueOrDigest), DELEX: delex(byValueOrDigest), DIGEST: digest, DELIFEQ: delifeq }),
]);
