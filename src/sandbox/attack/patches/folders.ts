/** The working folder of a client's process: where the command began, until the code changes it. */
import { Stats } from 'node:fs';
import { current, type GuestIncarnation } from '../../realm/guest/guestIncarnation';
import { textOf } from '../files/arguments';
import { runNow } from '../files/asking';
import { failure } from '../files/failure';
import * as functions from '../files/functions';
import { forClients, set } from './replace';

const folders = new WeakMap<GuestIncarnation, string>();

export function patchFolders(): void {
  const { cwd, chdir } = process;
  const first = cwd.call(process);
  set(
    process,
    'cwd',
    forClients(cwd.bind(process), () => folders.get(current()) ?? first),
  );
  set(
    process,
    'chdir',
    forClients(chdir.bind(process), (folder: unknown) => {
      const path = runNow(functions.realpath(folder));
      if (!isDirectory(runNow(functions.stat(path)))) throw failure('ENOTDIR', 'chdir', [textOf(folder)]);
      folders.set(current(), path);
    }),
  );
}

const isDirectory = (stat: object | undefined): boolean => stat instanceof Stats && stat.isDirectory();
