// Why the sandbox gave no answer: it was missing, or time or memory ran out.
import { expect, test } from 'vitest';
import { own } from '../../src/content/texts/en/own';
import { ended, Gone } from '../../src/core/model/effects/calls';
import { whyLost } from '../../src/web/own/whyLost';

test.each([
  ['a worker that could not be loaded', new Gone(''), /could not be loaded/],
  ['a worker that was ended', new Gone(ended), /^Time ran out/],
  ['a worker without memory', new Gone('Uncaught RangeError: Out of memory'), /^Memory ran out/],
  ['an engine without memory', new Error('Aborted(OOM)'), /^Memory ran out/],
  ['anything else', new Error('It is odd.'), /^The sandbox failed: It is odd\.$/],
])('%s is told as what it is', (_, error, says) => {
  expect(whyLost(error, own)).toMatch(says);
});
