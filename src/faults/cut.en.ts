/** The English texts of a cut link. */
import type { CutFault } from './cut';
import type { FaultTexts } from './texts';

export const cut: FaultTexts<CutFault> = {
  name: 'Cut link',
  help: 'Messages between two sides are lost; nobody is told.',
  title: (who) => `${who} is cut`,
  struck: ({ from, to, fault }) =>
    `Nothing gets from ${from} to ${to}${fault.bothWays ? ', or back' : ''}, from now on.`,
  ended: ({ from, to }) => `Messages get from ${from} to ${to} again.`,
  isTold: true,
};
