// Compares the versions of libraries that were read with the versions that npm has. Pure.
import { gt, prerelease } from 'semver';

/**
 * @typedef {object} Read a library at the version that was read
 * @property {string} name its name on npm
 * @property {string} version
 * @property {string} use what was made from it: `the profile node-redlock-5`
 */

/**
 * @param {readonly Read[]} read where one name stands twice, each version is a line of its own
 * @param {ReadonlyMap<string, readonly string[]>} versions what npm has, by name; none where it gave no answer
 * @returns {readonly string[]} one line for each library that has moved, or whose version npm does not have
 */
export function movedLibraries(read, versions) {
  return read.flatMap(({ name, version, use }) => {
    const known = versions.get(name) ?? [];
    if (known.length === 0) return [];
    if (!known.includes(version)) return [`${name}: ${use} has version ${version}, which npm does not have.`];
    const others = read.filter((one) => one.name === name).map((one) => one.version);
    const newest = newestSince(version, known, others);
    return newest === undefined ? [] : [`${name}: ${use} has version ${version}, and npm has ${newest}.`];
  });
}

/**
 * redlock 4.2.0 has not moved because there is a beta of 5, which was read, too.
 * @param {string} version
 * @param {readonly string[]} known
 * @param {readonly string[]} others versions that were read, too
 */
function newestSince(version, known, others) {
  const isNewer = (/** @type {string} */ one) => gt(inOrder(one), inOrder(version));
  const isOfOther = (/** @type {string} */ one) =>
    others.some((other) => isNewer(other) && !gt(inOrder(other), inOrder(one)));
  const counts = (/** @type {string} */ one) => prerelease(version) !== null || prerelease(one) === null;
  return known
    .filter((one) => counts(one) && isNewer(one) && !isOfOther(one))
    .reduce(
      (/** @type {string | undefined} */ newest, one) =>
        newest === undefined || gt(inOrder(one), inOrder(newest)) ? one : newest,
      undefined,
    );
}

/** npm has redlock 5.0.0-beta.2 also as 5.0.0-beta2, with the same code, which semver would call newer. */
const inOrder = (/** @type {string} */ version) => version.replace(/-([a-z]+)(\d+)$/, '-$1.$2');

/**
 * @param {{ dependencies: Readonly<Record<string, string>> }} project its dependencies are exact versions
 * @returns {readonly Read[]}
 */
export const attackedLibraries = ({ dependencies }) =>
  Object.entries(dependencies).map(([folder, wanted]) => {
    const [, name = folder, version = wanted] = /^npm:(.+)@(.+)$/.exec(wanted) ?? [];
    return { name, version, use: 'test/sandbox/attack' };
  });
