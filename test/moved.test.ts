// Which libraries have moved on npm since they were read: newer versions of the same line, each with what was made
// from the older one. npm itself is asked at night (`npm run moved`).
import { describe, expect, it, test } from 'vitest';
import { attackedLibraries, movedLibraries } from '../scripts/movedLibraries.mjs';

const profile = (id: string, name: string, version: string) => ({ name, version, use: `the profile ${id}` });
const four = profile('node-redlock-4', 'redlock', '4.2.0');
const five = profile('node-redlock-5', 'redlock', '5.0.0-beta.2');
const universal = profile('redlock-universal', 'redlock-universal', '0.8.5');
const asItIs = ['3.1.2', '4.1.0', '4.2.0', '5.0.0-beta.1', '5.0.0-beta.2', '5.0.0-beta2'];

const notesOf = (...redlock: string[]) => movedLibraries([four, five], new Map([['redlock', redlock]]));

describe('a library has moved', () => {
  it.each([
    ['when there is a newer one', ['0.8.5', '0.10.0', '0.9.1'], '0.10.0'],
    ['when there is a newer major one', ['0.8.5', '1.0.0'], '1.0.0'],
    ['when the newer one stands before', ['1.0.0', '0.8.5'], '1.0.0'],
  ])('%s', (_when, known, newest) => {
    expect(movedLibraries([universal], new Map([['redlock-universal', known]]))).toEqual([
      `redlock-universal: the profile redlock-universal has version 0.8.5, and npm has ${newest}.`,
    ]);
  });

  it('when a beta is released, which says nothing of the line before', () => {
    expect(notesOf(...asItIs, '5.0.0')).toEqual([
      'redlock: the profile node-redlock-5 has version 5.0.0-beta.2, and npm has 5.0.0.',
    ]);
    expect(notesOf(...asItIs, '5.0.0-beta.3')).toEqual([
      'redlock: the profile node-redlock-5 has version 5.0.0-beta.2, and npm has 5.0.0-beta.3.',
    ]);
  });

  it('when an older line goes on', () => {
    expect(notesOf(...asItIs, '4.2.1')).toEqual([
      'redlock: the profile node-redlock-4 has version 4.2.0, and npm has 4.2.1.',
    ]);
  });
});

describe('a library has not moved', () => {
  it('while nothing is newer, also where one version is there under two names', () => {
    expect(notesOf(...asItIs)).toEqual([]);
  });

  it('by a version before a release', () => {
    expect(movedLibraries([universal], new Map([['redlock-universal', ['0.8.5', '0.9.0-rc.1']]]))).toEqual([]);
  });

  it('as far as is known, without an answer: the command names it', () => {
    expect(movedLibraries([universal], new Map([['redlock-universal', []]]))).toEqual([]);
  });
});

test('a version that npm does not have is named', () => {
  expect(notesOf('4.2.0')).toEqual([
    'redlock: the profile node-redlock-5 has version 5.0.0-beta.2, which npm does not have.',
  ]);
});

test('of the libraries that are attacked, one that stands under another name counts by its own', () => {
  const dependencies = { redis: '6.3.1', 'redlock-4': 'npm:redlock@4.2.0', scoped: 'npm:@some/lock@1.4.0' };
  expect(attackedLibraries({ dependencies })).toEqual([
    { name: 'redis', version: '6.3.1', use: 'test/sandbox/attack' },
    { name: 'redlock', version: '4.2.0', use: 'test/sandbox/attack' },
    { name: '@some/lock', version: '1.4.0', use: 'test/sandbox/attack' },
  ]);
});
