// A worker of the page that cannot be loaded, as where somebody is offline: whoever has asked is told so, and may ask again.
import { expect, test } from 'vitest';
import { inWorker, reasonOf } from '../../src/ui/state/beside';
import '../support/handIn';

/** A worker by its port: what it is sent, and whether it was ended. */
function stage() {
  const started: { sent: string[]; ended: boolean; port: EventTarget }[] = [];
  const start = (): Worker => {
    const port = new EventTarget();
    const one = { sent: [] as string[], ended: false, port };
    started.push(one);
    return Object.assign(port, {
      postMessage: (text: string) => void one.sent.push(text),
      terminate: () => {
        one.ended = true;
      },
      onmessage: null,
      onmessageerror: null,
      onerror: null,
    });
  };
  const told: string[] = [];
  const ask = inWorker<string | null, string>(start)(
    (answer) => told.push(`answer ${answer}`),
    (reason) => told.push(`gone ${JSON.stringify(reason)}`),
  );
  return { started, told, ask };
}

const workerAt = ({ started }: ReturnType<typeof stage>, at: number) => {
  const one = started[at];
  if (one === undefined) throw new Error(`No worker ${at} was started.`);
  return one;
};

test('one that cannot be loaded tells an empty reason, and the next question starts another', () => {
  const page = stage();
  page.ask('first');
  // Chromium tells no message where a worker’s program cannot be loaded.
  workerAt(page, 0).port.dispatchEvent(new Event('error'));
  expect(page.told).toEqual(['gone ""']);
  expect(workerAt(page, 0).ended).toBe(true);
  page.ask(null);
  expect(page.started).toHaveLength(1);
  page.ask('second');
  expect(workerAt(page, 1).sent).toEqual(['second']);
  workerAt(page, 1).port.dispatchEvent(new MessageEvent('message', { data: 'two' }));
  page.ask('third');
  expect(page.told).toEqual(['gone ""', 'answer two']);
  expect(page.started.map(({ sent }) => sent)).toEqual([['first'], ['second', 'third']]);
});

test('one that breaks tells its own words', () => {
  expect(reasonOf({ message: 'x is not a function' })).toBe('x is not a function');
});
