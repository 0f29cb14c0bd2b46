/** The English texts of a lost message. */
import type { LoseFault } from './lose';
import type { FaultTexts } from './texts';

export const lose: FaultTexts<LoseFault> = {
  name: 'Lose msg',
  help: 'One message is lost.',
  title: (who, { message }) => `${who} loses a ${message.leg}`,
  struck: ({ from, to }) => `A message from ${from} to ${to} is lost.`,
};
