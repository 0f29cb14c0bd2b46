// Finds the addresses of a server that listens on all interfaces of the machine.
import { networkInterfaces } from 'node:os';

/**
 * @param {string} address on which it listens: `http://0.0.0.0:5180/`
 * @param {ReturnType<typeof networkInterfaces>} interfaces
 * @returns {readonly string[]} first an address for this machine, then those for others; only the address itself when
 *   it names one machine
 */
export function addressesOf(address, interfaces = networkInterfaces()) {
  const url = new URL(address);
  if (url.hostname !== '0.0.0.0' && url.hostname !== '[::]') return [address];
  const others = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map((one) => one.address);
  return ['localhost', ...others].map((hostname) => Object.assign(new URL(address), { hostname }).href);
}
