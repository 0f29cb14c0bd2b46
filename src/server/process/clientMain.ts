/** Entry point of a client's process. It takes orders by IPC, and ends when its parent is gone. */
import { ClientProcess } from './clientProcess';
import { runProcess } from './runProcess';

runProcess(async (start) => {
  if (start.role !== 'client') throw new Error(`This is a client's process, and no ${start.role}.`);
  const client = new ClientProcess(start);
  await client.prepare();
  return client;
});
