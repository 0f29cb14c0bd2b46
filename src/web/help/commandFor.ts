/** The command of a key. Knows key positions, but no page. */
import { type Command, commands } from './commands';

interface Pressed {
  readonly code: string;
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
}

/**
 * The command of a key; undefined if absent.
 * @param singles whether single letters are shortcuts
 */
export function commandFor(event: Pressed, singles: boolean): Command | undefined {
  const ctrl = event.ctrlKey || event.metaKey;
  // A question mark and a slash count wherever they are on the keyboard. So does the second delete key, which laptops
  // have.
  const isSigned = event.key === '?' || event.key === '/';
  const code = isSigned ? 'Slash' : event.code === 'Backspace' ? 'Delete' : event.code;
  const shift = isSigned ? event.key === '?' : event.shiftKey;
  const found = commands().find(
    (command) =>
      command.code === code &&
      (command.ctrl ?? false) === ctrl &&
      (command.shift ?? false) === shift &&
      command.when?.() !== false,
  );
  return found?.single === true && !singles ? undefined : found;
}
