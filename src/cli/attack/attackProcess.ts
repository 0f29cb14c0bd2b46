/** Runs the command `attack` in this process, with its streams and its exit code. */
import { asProcess, threadCount } from '../asProcess';
import { isOfProgram } from '../program/programArguments';
import { whenStopped } from '../stopping';
import { programOf } from '../threads';
import { exitStopped } from './attackMessages';

/** @param called the words that call this command */
export const attackAsProcess = (typed: readonly string[], called: string): Promise<void> =>
  asProcess(async (streams) => {
    if (isOfProgram(typed)) {
      const { attackProgram } = await import('../program/attackProgram');
      return attackProgram(typed, { ...streams, called, signal: whenStopped(exitStopped) });
    }
    // Only a file needs the bundler.
    const { attack } = await import('./attackCommand');
    return attack(typed, {
      ...streams,
      called,
      program: () => programOf('./attack/attackThread.ts'),
      signal: whenStopped(exitStopped),
      workers: threadCount(),
      runner: { root: process.env['GITHUB_WORKSPACE'], summary: process.env['GITHUB_STEP_SUMMARY'] },
      // A simulated run must not load the server.
      playLive: async (...played) => (await import('./attackOnRedis')).attackOnRedis(...played),
    });
  });
