/**
 * The backend of `npm start`, ready to run beside the page: the live runner, the socket, and the file that announces
 * them to the page.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { visible } from '../../../core/model/values/visible';
import { parts as usualParts } from '../../../core/run/parts';
import { ownParts } from '../../../sandbox/attack/ownParts';
import type { Offer } from '../../wire/messages';
import { type ServerFile, serverFilePath } from '../../wire/serverFile';
import { openLiveRunner } from '../run/liveRunner';
import type { OwnLock } from '../run/ownLock';
import { attachBackend, type Backend } from './backend';

export interface StartOptions {
  /** The sub-path of the page, with `/` at both ends. */
  readonly base: string;
  readonly token: string | null;
  readonly runsMax: number;
  /** The lock `own`, if `npm start` was given its file. */
  readonly own?: OwnLock | undefined;
}

export interface StartedBackend {
  /** The offer in words, for the person who started it. */
  readonly words: string;
  /**
   * Answers a request for the file that announces the backend. Returns false if the request asks for something else.
   *
   * @param target.path decoded, below the sub-path of the page, without a leading slash.
   */
  readonly answer: (target: { readonly path: string }, request: IncomingMessage, response: ServerResponse) => boolean;
  readonly attach: (server: Server) => void;
  readonly close: () => Promise<void>;
}

export async function startBackend({ base, token, runsMax, own }: StartOptions): Promise<StartedBackend> {
  const parts = own === undefined ? usualParts : ownParts;
  const liveRunner = await openLiveRunner({ parts, environment: process.env, ...(own === undefined ? {} : { own }) });
  const { redis } = await liveRunner.offer();
  let backend: Backend | null = null;
  return {
    words: wordsOf(redis, liveRunner.passedOver),
    answer: ({ path }, _request, response) => {
      if (path !== serverFilePath) return false;
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Cache-Control', 'no-store');
      response.end(JSON.stringify({ server: true } satisfies ServerFile));
      return true;
    },
    attach: (server) => {
      backend = attachBackend(server, { liveRunner, parts, base, token, runsMax });
    },
    close: async () => {
      await backend?.close();
      await liveRunner.close();
    },
  };
}

function wordsOf(redis: Offer['redis'], passedOver: string | undefined): string {
  const isOfOthers = redis.from === 'existing';
  const remark = passedOver === undefined ? '' : ` ${passedOver} (REDISMS_SYSTEM_BINARY) cannot be run.`;
  if (redis.kind === 'ready')
    return `Real Redis: ${redis.version}${isOfOthers ? ', the servers of REDIS_URLS' : ''}.${visible(remark)}`;
  return isOfOthers ? redis.how.en : `Real Redis: none was found. ${redis.how.en}`;
}
