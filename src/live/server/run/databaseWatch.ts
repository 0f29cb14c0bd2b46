/**
 * Watches whether the Postgres server of a run is still there, by an idle session. When the server ends this session,
 * it has ended all sessions of the run or is about to. Its message then counts as its last words.
 */
import { Client } from 'pg';
import { wordsOf } from '../errorScope';
import { lastLines, type ProcessExit } from '../processExit';

export interface DatabaseWatch {
  readonly stop: () => Promise<void>;
}

/** The fields of a server's message about the end of a session, besides the text. */
interface Said {
  readonly message?: string | undefined;
  readonly detail?: string | undefined;
  readonly code?: string | undefined;
}

/** @param onExit called once. Rejects when the server does not answer now. */
export async function watchDatabase(url: string, onExit: (death: ProcessExit) => void): Promise<DatabaseWatch> {
  const client = new Client({ connectionString: url, keepAlive: true });
  const lines: string[] = [];
  let code = '';
  let isOver = false;
  const hear = (one: Said): void => {
    code ||= one.code ?? '';
    lines.push(...[one.message, one.detail].filter((words) => words !== undefined));
  };
  client.on('notice', hear);
  client.on('error', hear);
  client.on('end', () => {
    if (isOver) return;
    isOver = true;
    onExit({ how: code, lastWords: lastLines(lines.join('\n')) });
  });
  await client.connect();
  // A server that ends idle sessions does not end the busy ones, so this must not look like a death. Older servers
  // neither know the setting nor end idle sessions.
  await client.query('SET idle_session_timeout = 0').catch((problem: unknown) => wordsOf(problem));
  return {
    stop: async () => {
      isOver = true;
      await client.end();
    },
  };
}
