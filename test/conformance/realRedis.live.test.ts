// The cases that run at each push, on real Redis servers. `realRedisOthers.live.test.ts` has the others.
import { allCases } from './allCases';
import { testOnRealRedis } from './onRealRedis';

testOnRealRedis(allCases.filter(({ isAlways }) => isAlways));
