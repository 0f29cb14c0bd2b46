/** What is too long for each push: `npm test -- --nightly` runs it whole, and each push a sample. CONTRIBUTING.md lists it. */
export const isNightly = process.env['NIGHTLY'] === '1';

/** @returns the first at a push, the second at night */
export const byNight = <T>(push: T, night: T): T => (isNightly ? night : push);
