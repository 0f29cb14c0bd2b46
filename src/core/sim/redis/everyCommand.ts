/**
 * Every command that the simulated Redis knows, for locks that are not the playground's own. Its own locks need only
 * those in `commands.ts`, so that a page without other locks does not load the rest.
 */
import type { Commands } from '../parts';
import { commands } from './commands';
import { moreListCommands } from './moreLists';
import { moreStringCommands } from './moreStrings';
import { setCommands } from './sets';
import { sortedSetCommands } from './sortedSets';

export const everyCommand: Commands = new Map([
  ...commands,
  ...Object.entries({ ...moreStringCommands, ...moreListCommands, ...setCommands, ...sortedSetCommands }),
]);
