// Guest code, entered by a program, on promises: when it runs, and when its requests begin.
import { expect, it } from 'vitest';
import {
  cancel,
  fork,
  type GuestEntry,
  guestCode,
  mono,
  type Program,
  sleep,
  step,
} from '../../../src/core/model/effects/effect';
import { fromMs } from '../../../src/core/model/values/time';
import { GuestCodeDriver } from '../../../src/core/promises/guestCode';
import { FakeHost } from './fakeHost';

/** A world with guest code. `log` also shows it. */
function world() {
  const host = new FakeHost();
  const { log } = host;
  const driver = new GuestCodeDriver(host, {
    soon: (act) => queueMicrotask(act),
    rest: () => log.push('rest'),
    aside: (act) => act(),
    onStopRequest: () => {},
    exit: () => log.push('exit'),
    lifeOf: () => undefined,
  });
  return { host, log, driver };
}

function* says(what: string): Program {
  yield* step(what);
}

function* waits(door: GuestEntry<string>): Program {
  yield* sleep(fromMs(5));
  yield* guestCode<void>((again) => {
    door.settle('answered');
    door.settle('twice');
    again.settle();
  });
}

it('begins what it asks for when it has come to rest, and goes on with what it is settled by', async () => {
  const { host, log, driver } = world();
  const started = driver.start(
    (function* (): Program<string> {
      const answer = yield* guestCode<string>((door) => {
        log.push(`reads ${door.read(mono())}`);
        door.start(says('asked'));
        door.start(waits(door));
        log.push('waits');
      });
      yield* step(answer);
      return answer;
    })(),
  );
  await host.pass();
  expect(await started.result).toBe('answered');
  expect(log).toEqual(['reads 0', 'waits', 'rest', '0 step asked of 1', 'rest', '5 step answered of 0']);
});

it('is not entered for a program that no longer waits, and what it asked for can be ended', async () => {
  const { host, log, driver } = world();
  driver.start(
    (function* (): Program {
      const child = yield* fork(
        (function* (): Program {
          yield* guestCode<void>(() => void log.push('entered'));
        })(),
      );
      yield* cancel(child);
      yield* guestCode<void>((door) => {
        door.start(waits(door as GuestEntry<unknown> as GuestEntry<string>))();
        door.settle();
      });
    })(),
  );
  await host.pass();
  expect(log).toEqual(['rest']);
});
