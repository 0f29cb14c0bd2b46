/** The English texts of a slow link. */
import type { SlowFault } from './slow';
import type { FaultTexts } from './texts';

export const slow: FaultTexts<SlowFault> = {
  name: 'Slow link',
  help: 'Messages between two sides take longer.',
  title: (who) => `${who} is slow`,
  struck: ({ from, to, fault, length }) =>
    `Messages from ${from} to ${to} take ${length(fault.by)} longer from now on.`,
  ended: ({ from, to }) => `Messages from ${from} to ${to} are as fast as before.`,
  isTold: true,
};
