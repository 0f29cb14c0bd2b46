/** The answers of a transaction or a pipeline, and its errors, as in ioredis and node-redis. */

interface ErrorAnswer {
  readonly error: string;
}

/** Errors cross the border as objects; no answer of Redis is an object. */
export const isError = (answer: unknown): answer is ErrorAnswer =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && 'error' in answer;

/** The name in ioredis for an error that a server answers. */
export class ReplyError extends Error {
  override name = 'ReplyError';
}

/** What node-redis throws for a transaction whose watched keys had changed. */
export class WatchError extends Error {
  constructor() {
    super('One (or more) of the watched keys has been changed');
  }
}

/** What node-redis throws for a transaction in which commands failed. The others were executed anyway. */
export class MultiErrorReply extends Error {
  constructor(
    readonly replies: readonly unknown[],
    readonly errorIndexes: readonly number[],
  ) {
    super(`${errorIndexes.length} commands failed, see .replies and .errorIndexes for more information`);
  }

  errors(): readonly unknown[] {
    return this.errorIndexes.map((index) => this.replies[index]);
  }
}

/** The result of EXEC. Null means that a watched key had changed: ioredis returns it, node-redis throws. */
export function executed(manner: 'ioredis' | 'node-redis', answers: unknown): unknown {
  if (manner === 'ioredis') return Array.isArray(answers) ? answers.map(pairOf) : null;
  if (!Array.isArray(answers)) throw new WatchError();
  return repliesOf(answers);
}

/** As in ioredis: an error and no value, or null and the value. */
export const pairOf = (answer: unknown): readonly unknown[] =>
  isError(answer) ? [new ReplyError(answer.error)] : [null, answer];

/** As in node-redis: the values; one error is an error for all of them. */
export function repliesOf(answers: readonly unknown[]): readonly unknown[] {
  const replies = answers.map((answer) => (isError(answer) ? new ReplyError(answer.error) : answer));
  const failed = replies.flatMap((reply, index) => (reply instanceof ReplyError ? [index] : []));
  if (failed.length > 0) throw new MultiErrorReply(replies, failed);
  return replies;
}
