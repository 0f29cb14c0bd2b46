/**
 * Whether the Postgres server of a run is still there: a session that asks for nothing. Where the server ends it, all sessions of
 * the run are ended or about to be, and what it says of that are its last words.
 */
import { Client } from 'pg';
import { wordsOf } from '../blame';
import { type Death, lastLines } from '../death';

export interface DatabaseWatch {
  readonly stop: () => Promise<void>;
}

/** What a server says of an end, beside its message. */
interface Said {
  readonly message?: string | undefined;
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
}

/** @param tell called once. Rejects where the server does not answer now. */
export async function watchDatabase(url: string, tell: (death: Death) => void): Promise<DatabaseWatch> {
  const client = new Client({ connectionString: url, keepAlive: true });
  const said: string[] = [];
  let code = '';
  let isOver = false;
  const hear = (one: Said): void => {
    code ||= one.code ?? '';
    said.push(...[one.message, one.detail].filter((words) => words !== undefined));
  };
  client.on('notice', hear);
  client.on('error', hear);
  client.on('end', () => {
    if (isOver) return;
    isOver = true;
    tell({ how: code, lastWords: lastLines(said.join('\n')) });
  });
  await client.connect();
  // A server that ends sessions which ask for nothing ends no others by that. Older ones do not know it, and do not do it.
  await client.query('SET idle_session_timeout = 0').catch((problem: unknown) => wordsOf(problem));
  return {
    stop: async () => {
      isOver = true;
      await client.end();
    },
  };
}
