// The one program of all workers of the pages. A worker does what it is called for, and a hand of a search is one, too.
import { registry } from '../../run/registry';
import { serve } from './calls';
import { functionsOf } from './functions';
import { startWorker } from './startWorker';

serve(self, functionsOf(registry, typeof Worker === 'undefined' ? null : startWorker));
