/** A lock or a check to choose, in words. */

import type { Fields } from '../../core/model/scenario/fields';
import type { Choice, LockChoice } from '../../core/model/scenario/scenario';
import { withAside } from '../../core/model/values/joinedTexts';
import type { Text } from '../../core/model/values/text';
import { lockAsNamed } from '../state/namedLock';
import { currentParts } from '../state/parts';
import { settingsText } from './settingsText';

type Say = (text: Text) => string;

/** The name of the lock, or of its library, with the settings that differ from its defaults. */
export function lockText(choice: LockChoice, say: Say): string {
  const named = lockAsNamed(choice);
  return choiceText(named?.lock, named?.choice ?? choice, say);
}

export const checkText = (check: Choice, say: Say): string =>
  choiceText(currentParts().resources.get(check.id), check, say);

/** The name with the settings. */
export function choiceText(
  part: { readonly title: Text; readonly fields: Fields } | undefined,
  choice: Choice,
  say: Say,
): string {
  if (part === undefined) return choice.id;
  const set = settingsText(part.fields, choice, say);
  return set === '' ? say(part.title) : withAside(say(part.title), set);
}
