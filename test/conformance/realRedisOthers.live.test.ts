// The cases that are not in `realRedis.live.test.ts`: a sample of them at a push.
import { sampled } from '../support/nightly';
import { allCases } from './allCases';
import { testOnRealRedis } from './onRealRedis';

testOnRealRedis(
  sampled(
    allCases.filter(({ isAlways }) => !isAlways),
    4,
  ),
);
