/**
 * What a client itself knows of its writes, told apart from all events: each that it sends, and what became of it. For whoever holds
 * the resource's final value against what was acknowledged, and must not have it from those who look at messages.
 */

import type { Call } from '../../model/effect';
import type { Reply } from '../../model/request';
import { roleOf } from '../../model/scenario';
import type { Output } from './report';

export type WriteNoted = 'sent' | 'acknowledged' | 'refused';

/** Sends a call and tells of it; the answer is the program's as ever. */
export const writeNotes =
  (note: Output['note']) =>
  ({ to, request }: Call, send: () => Promise<Reply>): Promise<Reply> => {
    if (roleOf(to) !== 'storage' || request.command !== 'WRITE') return send();
    // Before it leaves: it may be the last that its client does.
    note({ note: 'write', what: 'sent' });
    const reply = send();
    void reply.then((answer) => {
      // What has timed out, or was on a connection that broke, may have been accepted.
      if (answer.kind === 'ok') note({ note: 'write', what: answer.value === null ? 'refused' : 'acknowledged' });
      else if (answer.kind === 'error') note({ note: 'write', what: 'refused' });
    });
    return reply;
  };
