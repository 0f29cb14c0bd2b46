// The one program of all workers of the pages. A worker does what it is called for; the workers of a search run it,
// too.
import { parts } from '../../core/run/parts';
import { functionsOf } from './functions';
import { startWorker } from './startWorker';
import { serve } from './webWorker';

serve(self, functionsOf(parts, typeof Worker === 'undefined' ? null : startWorker));
