/** A process of its own that searches two faults in Redlock when it is told to, and answers with the number of runs. */
import { finished, registry, search } from '../measured/explorer';
import { pairs } from './pairs';

process.on('message', () => {
  process.send?.(finished(search(pairs, registry)).runs, () => process.exit());
});
process.send?.('ready');
