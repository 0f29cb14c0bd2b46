// Under which addresses a server is found that listens on all that the machine has.
import { networkInterfaces } from 'node:os';

/**
 * @param {string} address as it is listened on: `http://0.0.0.0:5180/`
 * @param {ReturnType<typeof networkInterfaces>} interfaces
 * @returns {readonly string[]} one that can be opened on this machine, then those for others; the address itself where it names one machine
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
