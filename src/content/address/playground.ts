/** The address of the playground: `?story=20&variant=b`, or `#v1.…`. */

import type { Page } from './parameters';
import { common, flag, moment, moments, msAllowed, text } from './parameters';
import { storyOrLink } from './runs';

const parameters = {
  ...common,
  at: { ...moment, allowed: `${moments.join(', ')}, ${msAllowed}` },
  /** A scene asks what will happen before it plays. */
  ask: flag,
  /** Lets a page start runs on a server. */
  token: text,
  /** The cell of the table from which the run was opened, as its address has it: the page leads back there. */
  cell: text,
};

export type PlaygroundParameters = typeof parameters;

export const playground: Page<PlaygroundParameters> = { page: 'playground', parameters, runOf: storyOrLink };
