/** All templates in the order of the menu, those that break soonest first. */
import { empty } from './empty';
import { expiring } from './expiring';
import { naive } from './naive';
import { ownValue } from './ownValue';
import { redlock } from './redlock';
import type { Template } from './template';
import { tokenAfterwards } from './tokenAfterwards';
import { tokenInScript } from './tokenInScript';
import { watchdog } from './watchdog';

export const templates: readonly Template[] = [
  naive,
  expiring,
  ownValue,
  watchdog,
  redlock,
  tokenInScript,
  tokenAfterwards,
  empty,
];

/** The template for a reader who has written nothing yet. */
export const firstTemplate = ownValue;
