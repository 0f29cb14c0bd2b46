/** Commands as a reader's code sends them → requests of the simulated Redis. */
import { command, type Request } from '../model/request';
import type { Called } from './host';

/** A command that no simulated server knows. */
export class NotSimulated extends Error {}

/** @throws NotSimulated names the command, and which there are */
export function requestsOf({ commands }: Called): readonly Request[] {
  return commands.map(([name = '', ...args]) => command(String(name), ...args));
}
