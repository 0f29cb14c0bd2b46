/** The command of a key. Knows key positions, but no page. */
import { type Command, commands, typesSign } from './commands';

/** What an app adds to the table. */
export type Shortcut = Pick<Command, 'keys' | 'when' | 'run'>;

type Pressed = Pick<KeyboardEvent, 'code' | 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>;

/**
 * The command of a key; undefined if absent.
 * @param singles whether single letters are shortcuts
 * @param own of the app
 */
export function commandFor(event: Pressed, singles: boolean, own: readonly Shortcut[] = []): Shortcut | undefined {
  const pressed = nameOf(event);
  const all: readonly Shortcut[] = [...own, ...commands()];
  const shortcut = all.find(({ keys, when }) => keys.split(' ').includes(pressed) && when?.() !== false);
  return typesSign(pressed) && !singles ? undefined : shortcut;
}

/** As in `Command`. */
function nameOf({ code, key, shiftKey, ctrlKey, metaKey }: Pressed): string {
  // A question mark and a slash count wherever they are on the keyboard. So does the second delete key, which laptops
  // have.
  const isSigned = key === '?' || key === '/';
  const place = isSigned ? 'Slash' : code === 'Backspace' ? 'Delete' : code;
  const isShifted = isSigned ? key === '?' : shiftKey;
  return `${ctrlKey || metaKey ? 'Ctrl+' : ''}${isShifted ? 'Shift+' : ''}${place}`;
}
