/**
 * A service of NestJS that gives locks to others, and closes its connections when the application ends.
 *
 * It protects against two instances that do the same at once, such as a task of `@nestjs/schedule` that every instance
 * starts: the ones that come later skip it.
 *
 * It does not protect against a task that runs twice one after the other, because clocks of instances differ or the
 * task is short: remember when it last ran, while you hold the lock. It does not protect against an instance that is
 * paused (see fencingInSql.ts).
 *
 * It needs no decorator. In a module:
 *
 * ```ts
 * @Module({
 *   providers: [{ provide: LockService, useFactory: () => LockService.connect(['a', 'b', 'c']) }],
 *   exports: [LockService],
 * })
 * export class LockModule {}
 * ```
 *
 * And where it is used: `constructor(private readonly locks: LockService) {}`. `app.enableShutdownHooks()` lets Nest call
 * `onApplicationShutdown` at SIGTERM.
 */
import { Redis } from 'ioredis';
import { ContendedError, Redlock, type RedlockAbortSignal } from 'quorum-lock';

export class LockService {
  constructor(private readonly redlock: Redlock) {}

  /** @param hosts of masters that do not replicate each other */
  static connect(hosts: readonly string[]): LockService {
    return new LockService(new Redlock(hosts.map((host) => new Redis({ host }))));
  }

  /** Waits for the resource, and runs the work while it is locked. */
  run<T>(resource: string, work: (signal: RedlockAbortSignal) => Promise<T>, duration = 10_000): Promise<T> {
    return this.redlock.using([resource], duration, work);
  }

  /** Runs the work unless somebody else does. Says whether it has run. */
  async runUnlessRunning(
    resource: string,
    work: (signal: RedlockAbortSignal) => Promise<unknown>,
    duration = 10_000,
  ): Promise<boolean> {
    let hasBegun = false;
    try {
      await this.redlock.using([resource], duration, { retryCount: 0 }, (signal) => {
        hasBegun = true;
        return work(signal);
      });
      return true;
    } catch (error) {
      if (hasBegun || !(error instanceof ContendedError)) throw error;
      return false;
    }
  }

  /** Called by Nest when the application has ended and takes no more requests, so that their locks could be released. */
  async onApplicationShutdown(): Promise<void> {
    await this.redlock.quit();
  }
}
