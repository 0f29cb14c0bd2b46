/** The page's own live session, over a socket to the server that the page came from. Loaded when somebody turns the switch. */
import { socketPath } from '../../wire/messages';
import { later } from '../state/later';
import { LiveSession, type OpenSocket } from './session';

const open: OpenSocket = (on) => {
  const socket = new WebSocket(socketAddress());
  socket.addEventListener('message', ({ data }) => on.message(String(data)));
  socket.addEventListener('close', ({ reason }) => on.close(reason));
  return (text) => socket.send(text);
};

/** Of the page, with its token where it has one. */
function socketAddress(): string {
  const address = new URL(socketPath, location.href);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  const token = new URLSearchParams(location.search).get('token');
  if (token !== null) address.searchParams.set('token', token);
  return address.href;
}

/** Short. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => (byte % 36).toString(36)).join('');

export const session = new LiveSession({ open, later, now: () => performance.now(), newId });
