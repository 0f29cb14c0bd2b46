/** What a transaction or a pipeline answers, and its errors, as ioredis and node-redis have them. */

interface ErrorAnswer {
  readonly error: string;
}

/** Errors cross the border as objects; no answer of Redis is one. */
export const isError = (answer: unknown): answer is ErrorAnswer =>
  typeof answer === 'object' && answer !== null && !Array.isArray(answer) && 'error' in answer;

/** As ioredis names what a server refuses. */
export class ReplyError extends Error {
  override name = 'ReplyError';
}

/** What node-redis throws for a transaction whose watched keys had changed. */
export class WatchError extends Error {
  constructor() {
    super('One (or more) of the watched keys has been changed');
  }
}

/** What node-redis throws for a transaction of which commands failed. The others were done all the same. */
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

/** What EXEC came to. Null, a watched key had changed: ioredis hands it on, node-redis throws. */
export function executed(manner: 'ioredis' | 'node-redis', answers: unknown): unknown {
  if (manner === 'ioredis') return Array.isArray(answers) ? answers.map(pairOf) : null;
  if (!Array.isArray(answers)) throw new WatchError();
  return repliesOf(answers);
}

/** As ioredis: an error and no value, or null and the value. */
export const pairOf = (answer: unknown): readonly unknown[] =>
  isError(answer) ? [new ReplyError(answer.error)] : [null, answer];

/** As node-redis: the values; one error is an error of them all. */
export function repliesOf(answers: readonly unknown[]): readonly unknown[] {
  const replies = answers.map((answer) => (isError(answer) ? new ReplyError(answer.error) : answer));
  const failed = replies.flatMap((reply, index) => (reply instanceof ReplyError ? [index] : []));
  if (failed.length > 0) throw new MultiErrorReply(replies, failed);
  return replies;
}
