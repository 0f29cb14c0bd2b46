// All cases in one list: each holds both in the simulator and on real Redis.
import { callCases } from './cases/calls';
import { commandCases } from './cases/commands';
import { comparingCases } from './cases/comparing';
import { faultCases } from './cases/faults';
import { keyCases } from './cases/keys';
import { messageCases } from './cases/messages';
import { oneNodeCases } from './cases/oneNode';
import { redlockCases } from './cases/redlock';
import { redlockLibraryCases } from './cases/redlockLibraries';
import type { ConformanceCase } from './stage';

export const allCases: readonly ConformanceCase[] = [
  ...commandCases,
  ...comparingCases,
  ...callCases,
  ...redlockCases,
  ...redlockLibraryCases,
  ...oneNodeCases,
  ...faultCases,
  ...messageCases,
  ...keyCases,
];
