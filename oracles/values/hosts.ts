/** What a host is by its looks alone. Nobody is asked: what a name resolves to may change between two looks. */
import { BlockList, isIP } from 'node:net';

/** One spelling for each host: lower case, without brackets, and without the dot at the end of a whole name. */
export const plainHost = (hostname: string): string =>
  hostname
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.+$/, '');

/** `list` of subnets; an address of IPv4 written as one of IPv6 (`::ffff:127.0.0.1`) is judged as what it is. */
export function isWithin(list: BlockList, host: string): boolean {
  const family = isIP(host);
  return family !== 0 && list.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** Both unspecified addresses lead to the machine itself where they lead anywhere. */
const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('0.0.0.0', 'ipv4');
loopback.addAddress('::1', 'ipv6');
loopback.addAddress('::', 'ipv6');

/** This machine: `localhost` and the names below it, which belong to it (RFC 6761), and addresses. Takes any spelling. */
export function isLoopbackHost(hostname: string): boolean {
  const host = plainHost(hostname);
  return /(?:^|\.)localhost$/.test(host) || isWithin(loopback, host);
}
