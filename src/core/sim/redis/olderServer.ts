/** The commands of a server before Redis 8.4: none compares a value before it writes or deletes. */
import type { Commands } from '../parts';
import { set } from './strings';

export function olderCommands(commands: Commands): Commands {
  const older = new Map(commands).set('SET', set(new Map()));
  for (const name of ['DELEX', 'DELIFEQ', 'DIGEST']) older.delete(name);
  return older;
}
