/** The page's live session, over a socket to the server of the page. Loaded when a person turns on the switch. */
import { socketPath } from '../../live/wire/messages';
import { afterMs } from '../state/afterMs';
import { atServer, liveServer } from './liveServer';
import { LiveSession, type OpenSocket } from './session';
import { tokenOfPage } from './token';

const open: OpenSocket = (on) => {
  const socket = new WebSocket(socketAddress());
  socket.addEventListener('message', ({ data }) => on.message(String(data)));
  socket.addEventListener('close', ({ reason }) => on.close(reason));
  return (text) => socket.send(text);
};

/** The address of the socket, with the page's token if it has one. */
function socketAddress(): string {
  const address = atServer(socketPath);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  const token = tokenOfPage();
  if (token !== null) address.searchParams.set('token', token);
  return address.href;
}

const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('');

export const session = new LiveSession({ open, afterMs, now: () => performance.now(), newId, asks: liveServer().asks });
