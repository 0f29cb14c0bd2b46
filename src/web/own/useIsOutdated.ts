/** Whether the reader has changed the code since it was attacked. */
import type { OwnCode } from '../../sandbox/own/ownCalls';
import { codeOf, useOwnCode } from './ownCode';

export const useIsOutdated = ({ lock, check }: OwnCode): boolean =>
  useOwnCode((state) => {
    const now = codeOf(state);
    return now.lock !== lock || now.check !== check;
  });
