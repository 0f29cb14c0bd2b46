/** The English texts of a cut link. */
import type { CutFault } from './cut';
import type { FaultTexts } from './texts';

export const cut: FaultTexts<CutFault> = {
  name: 'Cut link',
  help: 'Nothing gets through between two sides, and nobody is told. What is sent meanwhile arrives late, or never.',
  title: (who) => `${who} is cut`,
  struck: ({ from, to, fault }) =>
    `Nothing gets from ${from} to ${to}${fault.bothWays ? ', or back' : ''}, from now on.`,
  ended: ({ from, to }) => `Messages get from ${from} to ${to} again.`,
  isTold: true,
};
