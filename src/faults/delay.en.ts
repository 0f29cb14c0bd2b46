/** The English texts of a delayed message. */
import type { DelayFault } from './delay';
import type { FaultTexts } from './texts';

export const delay: FaultTexts<DelayFault> = {
  name: 'Delay msg',
  help: 'One message takes longer.',
  title: (who, { message }) => `${who} delays a ${message.leg}`,
  struck: ({ from, to, fault, length }) => `A message from ${from} to ${to} takes ${length(fault.by)} longer.`,
  isTold: true,
};
