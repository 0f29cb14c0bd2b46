// Compiles the shim that shifts the clocks of the servers, for the Dockerfile: the final image has no compiler.
import { prepareShim } from '../src/live/server/redis/clockShim';

const shim = await prepareShim('redis-server');
if (!shim.ok) throw new Error(`The clocks of the servers could not be moved: ${shim.problem}`);
console.log(shim.library);
