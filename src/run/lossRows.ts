/** The rows of the help's table of who tells a client that its lock is lost, one for each lock. Loaded with the table. */
import { locks } from '../locks';
import { type Told, told } from '../locks/told';
import type { Text } from '../model/text';

export interface LossRow extends Told {
  readonly id: string;
  readonly title: Text;
}

export const lossRows: readonly LossRow[] = locks.flatMap(({ id, title }) => {
  const row = told[id];
  return row === undefined ? [] : [{ id, title, ...row }];
});
