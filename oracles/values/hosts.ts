/** Classifies hosts by name alone. No DNS lookup, since its answer may change between two lookups. */
import { BlockList, isIP } from 'node:net';

/** Normalises a host: lower case, without brackets, without a trailing dot. */
export const plainHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '');

/** Whether a host is in `list`. An IPv4-mapped IPv6 address (`::ffff:127.0.0.1`) is checked as IPv4. */
export function isWithin(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Both unspecified addresses connect to this machine. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('::', 'ipv6');

/**
 * Whether a host is this machine: a loopback address, `localhost`, or a name below it (RFC 6761). Accepts any spelling.
 */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname);
  return /(?:^|\.)localhost$/.test(host) || isWithin(loopback, host);
}
