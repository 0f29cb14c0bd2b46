// Runs before each file of the project `unit`. Files share a process, so a file fails if it leaves Node changed.
import { afterAll } from 'vitest';
import { changedSince, nodeState } from './nodeState';

const before = nodeState();

afterAll(() => {
  const changed = changedSince(before);
  if (changed.length > 0) throw new Error(`This file leaves Node changed: ${changed.join(', ')}.`);
});
