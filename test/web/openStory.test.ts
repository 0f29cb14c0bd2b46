// A story is opened while another one is still loading.
import { expect, test } from 'vitest';
import { useEdition } from '../../src/web/state/edition';
import { openStory } from '../../src/web/state/story';
import '../support/handIn';

test('of two that are asked for, the later one stays, whichever is loaded first', async () => {
  useEdition.setState(useEdition.getInitialState(), true);
  // The rules for the causes of this one arrive later than everything that the next one needs.
  const slow = openStory('pause-before-write', 'fix');
  const quick = openStory('pause-before-write');
  expect(await Promise.all([slow, quick])).toEqual([true, true]);
  expect(useEdition.getState()).toMatchObject({ storyId: 'pause-before-write', variantId: null });
  expect(useEdition.getState().past).toHaveLength(1);
});
