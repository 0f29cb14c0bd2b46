// Compiles what moves the clocks of the servers, so that a machine without a compiler finds it: for the Dockerfile.
import { prepareShim } from '../src/live/server/redis/clockShim';

const shim = await prepareShim('redis-server');
if (!shim.ok) throw new Error(`The clocks of the servers could not be moved: ${shim.problem}`);
console.log(shim.library);
