/** The answers of the simulated Redis: common replies, made once, and errors in the exact words of Redis 7.0. */
import type { Argument, Reply, Value } from '../../model/effects/request';

/** A server always answers. Only the network can lose the answer. */
export type Answer = Extract<Reply, { readonly kind: 'ok' | 'error' }>;

export const success = (value: Value): Answer => ({ kind: 'ok', value });
export const failure = (message: string): Answer => ({ kind: 'error', message });

export const okText = success('OK');
export const nothing = success(null);
export const emptyArray = success([]);

const zero = success(0);
const one = success(1);
export const integer = (value: number): Answer => (value === 0 ? zero : value === 1 ? one : success(value));

export const wrongType = failure('WRONGTYPE Operation against a key holding the wrong kind of value');
export const syntaxError = failure('ERR syntax error');
export const notAnInteger = failure('ERR value is not an integer or out of range');
export const notPositive = failure('ERR value is out of range, must be positive');
export const hashValueNotAnInteger = failure('ERR hash value is not an integer');
export const wouldOverflow = failure('ERR increment or decrement would overflow');
export const timeoutNotAFloat = failure('ERR timeout is not a float or out of range');
export const timeoutNegative = failure('ERR timeout is negative');
export const onlyOneOfNxXxGtLt = failure('ERR NX and XX, GT or LT options at the same time are not compatible');
export const onlyOneOfGtLt = failure('ERR GT and LT options at the same time are not compatible');
export const notAllowedInScripts = failure('ERR This Redis command is not allowed from script');
export const unknownInScripts = failure('ERR Unknown Redis command called from script');
export const wrongArityInScripts = failure('ERR Wrong number of args calling Redis command from script');

export const notAFloat = failure('ERR value is not a valid float');
export const rangeNotAFloat = failure('ERR min or max is not a float');
export const scoreNotANumber = failure('ERR resulting score is not a number (NaN)');
export const decrementWouldOverflow = failure('ERR decrement would overflow');
export const onlyOneOfXxNx = failure('ERR XX and NX options at the same time are not compatible');
export const onlyOneOfGtLtNx = failure('ERR GT, LT, and/or NX options at the same time are not compatible');
export const onePairForIncr = failure('ERR INCR option supports a single increment-element pair');

export const unsupportedOption = (option: Argument): Answer => failure(`ERR Unsupported option ${option}`);
export const invalidExpireTime = (command: string): Answer =>
  failure(`ERR invalid expire time in '${command}' command`);
export const wrongArity = (command: string): Answer =>
  failure(`ERR wrong number of arguments for '${command.toLowerCase()}' command`);

/** Whether an error says that no command with this name exists, for a client or for a script. */
export const isUnknown = (message: string): boolean => /^ERR unknown (redis )?command/i.test(message);

/** The error for an unknown command. Like Redis, it quotes up to 128 characters of the arguments. */
export function unknownCommand(command: string, args: readonly Argument[]): Answer {
  const lengthMax = 128;
  let quoted = '';
  for (const arg of args) {
    if (quoted.length >= lengthMax) break;
    quoted += `'${String(arg).slice(0, lengthMax - quoted.length)}' `;
  }
  return failure(`ERR unknown command '${command.slice(0, lengthMax)}', with args beginning with: ${quoted}`);
}
