/**
 * Writes, reads and shortens the readable values of keys in a trace. Writing and reading are side by side so that they
 * agree.
 */

/** `{client1:1 = 2}`: the fields of a hash, in their order. */
export function hashText(fields: Iterable<readonly [string, string]>): string {
  let text = '';
  for (const [field, value] of fields) text += `${text === '' ? '' : ', '}${field}${equals}${value}`;
  return `{${text}}`;
}

const equals = ' = ';

export interface Sequencer {
  /** The name of the lock. */
  readonly name: string;
  /** `exclusive` or `shared`. */
  readonly mode: string;
  /** Grows with every new holder. */
  readonly generation: number;
}

/** `stock:exclusive:3`, as a client shows it to the resource. */
export const sequencerText = ({ name, mode, generation }: Sequencer): string =>
  [name, mode, generation].join(separator);

const separator = ':';

/** Null if the text is no sequencer. */
export function readSequencer(text: string): Sequencer | null {
  const [name = '', mode, generation = '', ...more] = text.split(separator);
  if (name === '' || more.length > 0 || !isCount(generation)) return null;
  return mode === 'exclusive' || mode === 'shared' ? { name, mode, generation: Number(generation) } : null;
}

/**
 * The shortest texts that distinguish this value from others, from long to short; empty for a long name. For a hash
 * that counts entries it is the count (`×2`), for a sequencer its generation, for a random value its first digits.
 */
export function shortTexts(value: string): readonly string[] {
  const count = countIn(value);
  if (count !== null) return [`×${count}`];
  const sequencer = readSequencer(value);
  if (sequencer !== null) return [String(sequencer.generation)];
  // The later digits of a random value are not worth the space. A name is shown whole or not at all.
  const [digits = ''] = value.split('-');
  if (isRandom(digits)) return [digits.slice(0, 8), digits.slice(0, 4)];
  return value.length <= nameLengthMax ? [value] : [];
}

const nameLengthMax = 16;

/** The count in the last field of a hash. Null for a value that is not a hash or counts nothing. */
function countIn(value: string): string | null {
  if (!value.startsWith('{') || !value.endsWith('}')) return null;
  const from = value.lastIndexOf(equals);
  const count = value.slice(from + equals.length, -1);
  return from > 1 && isCount(count) ? count : null;
}

const isCount = (text: string): boolean => isOf('0123456789', text);

const isRandom = (text: string): boolean => text.length >= 8 && isOf('0123456789abcdef', text);

const isOf = (digits: string, text: string): boolean =>
  text !== '' && [...text].every((digit) => digits.includes(digit));
