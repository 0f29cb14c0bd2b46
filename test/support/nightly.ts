/**
 * A test that is too long for each push runs a sample there, and everything with `npm test -- --nightly`.
 */
import { test } from 'vitest';

export const isNightly = process.env['NIGHTLY'] === '1';

/** @returns the first at a push, the second at night */
export const byNight = <T>(push: T, night: T): T => (isNightly ? night : push);

/** @returns all of them at night, and every nth one at a push, beginning with the first */
export const sampled = <T>(all: readonly T[], every: number): readonly T[] =>
  isNightly ? all : all.filter((_, index) => index % every === 0);

/** For a special case of something that another test shows at each push. */
export const atNight = isNightly ? test : test.skip;
