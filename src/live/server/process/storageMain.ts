/** Entry point of a process with a database: for the resource, or for the rows and sessions of an SQL lock. */
import { runProcess } from './runProcess';
import { startService } from './serviceProcess';
import { startStorage } from './storageProcess';

runProcess(async (start) => {
  if (start.role === 'client') throw new Error('This is no process of a client.');
  return start.role === 'storage' ? startStorage(start) : startService(start);
});
