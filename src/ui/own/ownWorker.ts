/** The worker in which a reader's code runs. */
import { type Port, serve } from '../workers/calls';

declare const self: Port;

serve(self, {});
