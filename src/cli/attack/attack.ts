/** The program behind `npm run -s cli -- attack`. */
import { programOf } from '../threads';
import { attackAsProcess } from './attackProcess';

await attackAsProcess(process.argv.slice(2), {
  program: () => programOf('./attack/attackThread.ts'),
  called: 'npm run -s cli -- attack',
  // A simulated run must not load the server.
  playLive: async (...played) => (await import('./attackOnRedis')).attackOnRedis(...played),
});
