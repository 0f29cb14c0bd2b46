/** In place of a queue in the package: its workers are a command of the repository. */
import type { Text } from '../../core/model/values/text';
import * as words from './queueWords';

export const openQueue = (): Promise<{ readonly ok: false; readonly problem: Text }> =>
  Promise.resolve({ ok: false, problem: words.notPackaged });
