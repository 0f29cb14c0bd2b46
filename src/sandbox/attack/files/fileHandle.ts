/** What `open` of `fs/promises` returns. */
import { current } from '../../realm/guest/guestIncarnation';
import { runLater } from './asking';
import * as functions from './functions';

/** The parts of a handle that need streams or a terminal. */
const refused = ['createReadStream', 'createWriteStream', 'readLines', 'readableWebStream', 'readv', 'writev', 'chmod'];

export class SimulatedHandle {
  private isOpen = true;

  constructor(private readonly descriptor: number) {
    for (const name of refused)
      Object.defineProperty(this, name, {
        value: () => {
          throw current().refuse(`${name} of a FileHandle is not simulated.`);
        },
      });
  }

  get fd(): number {
    return this.isOpen ? this.descriptor : -1;
  }

  async read(...inputs: readonly unknown[]): Promise<object> {
    const { view } = functions.readingOf(inputs);
    const reading = ArrayBuffer.isView(inputs[0]) ? inputs : [{ ...Object(inputs[0]), buffer: view }];
    return { bytesRead: await runLater(functions.read(this.descriptor, ...reading)), buffer: view };
  }

  async write(data: unknown, ...rest: readonly unknown[]): Promise<object> {
    return { bytesWritten: await runLater(functions.write(this.descriptor, data, ...rest)), buffer: data };
  }

  readonly readFile = (options?: unknown): Promise<unknown> => runLater(functions.readFile(this.descriptor, options));
  readonly writeFile = (data: unknown, options?: unknown): Promise<unknown> =>
    runLater(functions.writeFile(this.descriptor, data, options));
  readonly appendFile = this.writeFile;
  readonly stat = (options?: unknown): Promise<object> => runLater(functions.fstat(this.descriptor, options));
  readonly truncate = (length?: unknown): Promise<unknown> => runLater(functions.ftruncate(this.descriptor, length));
  readonly utimes = (atime: unknown, mtime: unknown): Promise<unknown> =>
    runLater(functions.futimes(this.descriptor, atime, mtime));
  readonly sync = (): Promise<unknown> => runLater(functions.fsync(this.descriptor));
  readonly datasync = this.sync;

  async close(): Promise<void> {
    if (!this.isOpen) return;
    this.isOpen = false;
    await runLater(functions.close(this.descriptor));
  }

  [Symbol.asyncDispose ?? Symbol.for('nodejs.asyncDispose')](): Promise<void> {
    return this.close();
  }
}
