/**
 * What a guard looks like where the write arrives: SQL, or the head of a request. As code, it is the same in every
 * language.
 */
import type { GuardId } from './recommendRules';

/** Null: nothing is checked. */
export const guardCode: Readonly<Record<GuardId, string | null>> = {
  none: null,
  token: ['UPDATE stock SET n = 43, token = 34', 'WHERE id = 1 AND token <= 34'].join('\n'),
  version: ['UPDATE stock SET n = 43, version = 8', 'WHERE id = 1 AND version = 7'].join('\n'),
  unique: ['BEGIN;', "INSERT INTO done (job) VALUES ('2026-11-26');", 'UPDATE report SET total = 43;', 'COMMIT;'].join(
    '\n',
  ),
  key: ['POST /charges', 'Idempotency-Key: invoice-1043'].join('\n'),
};
