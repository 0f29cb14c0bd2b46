/** How the simulated locks count their fencing tokens at one node. */
import { command, evaluate, type Request } from '../../model/effects/request';
import { raiseTo } from '../shared/scripts/raiseTo';

export const plainCounter = {
  count: (counter: string): Request => command('INCR', counter),
  raise: (counter: string, token: number): Request => evaluate(raiseTo, [counter], [token]),
};
