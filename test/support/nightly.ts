/**
 * A test that is too long for each push runs a sample there, and the whole with `npm test -- --nightly`.
 * CONTRIBUTING.md lists these tests.
 */
export const isNightly = process.env['NIGHTLY'] === '1';

/** @returns the first at a push, the second at night. */
export const byNight = <T>(push: T, night: T): T => (isNightly ? night : push);
