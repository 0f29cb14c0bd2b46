// The built page with a server that speaks like the one of real Redis, and replays simulated runs as live ones. It
// tests the page's handling of messages without any Redis. A test decides when each message is sent.
import { inject } from 'vitest';
import { WebSocketServer } from 'ws';
import { parseScenario } from '../../src/core/model/scenario/parse/parseScenario';
import type { Trace, TraceHeader } from '../../src/core/model/trace/trace';
import { parts } from '../../src/core/run/parts';
import { simulate } from '../../src/core/sim/simulate';
import { rowsOf } from '../../src/live/wire/growingTrace';
import { type FromPage, type FromServer, type Offer, wireVersion } from '../../src/live/wire/messages';
import { serverFilePath } from '../../src/live/wire/serverFile';
import { type RequestHandler, serveSite } from '../../src/site/siteServer';

export interface LiveSite {
  readonly address: string;
  /** The messages that pages sent, oldest first. */
  readonly heard: readonly FromPage[];
  /** Forgets the messages, for the next test on the same page. */
  readonly forget: () => void;
  readonly say: (message: FromServer) => void;
  /** Ends every connection, like a server that is gone. New ones are refused until `open`. */
  readonly hangUp: () => void;
  readonly open: () => void;
  /** Replays the run that was requested last: `began`, then a share of its rows. Returns a function that continues. */
  readonly replay: (share?: number) => Replay;
  readonly close: () => Promise<void>;
}

export interface Replay {
  readonly trace: Trace;
  readonly rest: () => void;
  readonly end: (change?: Partial<TraceHeader>) => void;
}

export const readyOffer: Offer = {
  type: 'offer',
  version: wireVersion,
  redis: { kind: 'ready', version: '7.0.15', from: 'own' },
  clock: 'shim',
  database: 'libsql 0.5',
  unable: {},
  runsMax: 2,
  durationMax: 60_000,
};

/** @param first the first message after a page connects */
export async function serveLiveSite(first: Offer = readyOffer): Promise<LiveSite> {
  const heard: FromPage[] = [];
  const sockets = new WebSocketServer({ noServer: true });
  let isOpen = true;
  const beside: RequestHandler = {
    answer: ({ path }, _request, response) => {
      if (path !== serverFilePath) return false;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ server: true }));
      return true;
    },
    attach: (server) =>
      server.on('upgrade', (request, socket, head) => {
        if (!isOpen || request.url !== '/live') return void socket.destroy();
        sockets.handleUpgrade(request, socket, head, (opened) => {
          opened.on('message', (data) => heard.push(JSON.parse(String(data)) as FromPage));
          opened.send(JSON.stringify(first));
        });
      }),
  };
  const { address, close } = await serveSite({ folder: inject('siteFolder'), port: 5480, handler: beside });
  const say = (message: FromServer): void => {
    for (const socket of sockets.clients) socket.send(JSON.stringify(message));
  };
  return {
    address,
    heard,
    forget: () => {
      heard.length = 0;
    },
    say,
    hangUp: () => {
      isOpen = false;
      for (const socket of sockets.clients) socket.terminate();
    },
    open: () => {
      isOpen = true;
    },
    replay: (share = 1) => replay(say, heard, share),
    close,
  };
}

function replay(say: LiveSite['say'], heard: readonly FromPage[], share: number): Replay {
  const asked = heard.findLast((message) => message.type === 'run');
  if (asked?.type !== 'run') throw new Error('No page has asked for a run.');
  const parsed = parseScenario(asked.scenario, parts);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { run } = asked;
  const trace = simulate(parsed.scenario, parts);
  const header: TraceHeader = {
    ...trace.header,
    engine: 'Redis 7.0.15',
    origin: 'live',
    processes: trace.header.processes.map((process) => ({ ...process, uncertainty: 90 })),
  };
  const rows = rowsOf(trace);
  const now = Math.ceil(rows.length * share);
  say({ type: 'began', run, scenario: parsed.scenario, header });
  say({ type: 'rows', run, strings: trace.strings, rows: rows.slice(0, now) });
  return {
    trace,
    rest: () => say({ type: 'rows', run, strings: [], rows: rows.slice(now) }),
    end: (change = {}) => say({ type: 'ended', run, header: { ...header, ...change } }),
  };
}
