/** Entry point of a client's process. It takes orders by IPC, and ends when its parent is gone. */
import { ClientProcess } from './clientProcess';
import { runProcess } from './runProcess';

runProcess(async (start) => {
  if (start.role !== 'client') throw new Error(`This is a client's process, and no ${start.role}.`);
  // Loaded late: it changes clocks and timers of this process.
  const guest =
    start.own === undefined ? null : (await import('../../../sandbox/attack/guestRuntime')).openGuestRuntime(start.own);
  const client = new ClientProcess(start, { guest });
  await client.prepare();
  return client;
});
