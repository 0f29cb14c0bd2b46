/**
 * A client's own record of its writes, apart from all events: each write that it sends, and what became of it. The
 * resource's final value is compared with the acknowledged writes, and that comparison must not depend on the code that
 * reads messages.
 */

import type { Call } from '../../../core/model/effect';
import { roleOf } from '../../../core/model/processId';
import type { Reply } from '../../../core/model/request';
import type { Output } from './report';

export type WriteNoted = 'sent' | 'acknowledged' | 'refused';

/** Sends a call and reports it. The program gets the answer as usual. */
export const writeNotes =
  (note: Output['note']) =>
  ({ to, request }: Call, send: () => Promise<Reply>): Promise<Reply> => {
    if (roleOf(to) !== 'storage' || request.command !== 'WRITE') return send();
    // The report comes before the request leaves, because it may be the last thing that the client does.
    note({ note: 'write', what: 'sent' });
    const reply = send();
    void reply.then((answer) => {
      // A write that timed out, or whose connection broke, may have been accepted.
      if (answer.kind === 'ok') note({ note: 'write', what: answer.value === null ? 'refused' : 'acknowledged' });
      else if (answer.kind === 'error') note({ note: 'write', what: 'refused' });
    });
    return reply;
  };
