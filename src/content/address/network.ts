/** The address of “You are the network”: `network/`, `network/#crash` for a level, `network/#story/failover` for a story. */
import type { Page } from './parameters';
import { common, flag } from './parameters';

const parameters = {
  ...common,
  /** Shown to a room. */
  present: flag,
};

export const network: Page<typeof parameters> = {
  page: 'network',
  parameters,
  runOf: (_query, hash) => (hash === '' ? { kind: 'none' } : { kind: 'level', words: hash }),
};
