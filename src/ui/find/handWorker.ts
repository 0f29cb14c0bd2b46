// A hand of a search: it is told the space of a seed, and answers each job with what came of it.
import { finished } from '../../explore/branch';
import { done, type Job } from '../../explore/search';
import type { Space } from '../../explore/space';
import { parts } from '../../run/parts';

let space: Space | null = null;

addEventListener('message', ({ data }: MessageEvent<Space | Job>) => {
  if ('branches' in data) {
    if (space !== null) postMessage(finished(done(data, space, parts)));
  } else space = data;
});
