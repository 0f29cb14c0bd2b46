/** Turns the arguments of `explore:worker` into data, or reports what is wrong with them. */
import type { Language } from '../../core/model/values/text';
import { type Help, type ParsedCommand, parseCommandLine, refuse, whole } from '../commandLine';
import { badNumber } from '../exploreWords';
import { type Address, addressIn } from './address';
import * as asked from './queueWords';

export type WorkCommand =
  | Help
  | {
      readonly kind: 'work';
      readonly address: Address;
      /** Undefined: one fewer than the machine has cores. */
      readonly workers: number | undefined;
      readonly language: Language;
    };

const workersMost = 64;

export const parseWork = (typed: readonly string[]): ParsedCommand<WorkCommand> =>
  parseCommandLine<WorkCommand>(typed, { workers: whole(workersMost, badNumber) }, ({ words, number, language }) => {
    const [first, ...more] = words;
    if (first === undefined) return refuse(asked.needsAddress);
    if (more.length > 0) return refuse(asked.tooManyAddresses);
    const address = addressIn(first);
    if (address === null) return refuse(asked.badAddress);
    return { kind: 'work', address, workers: number('workers'), language };
  });
