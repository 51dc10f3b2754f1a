/**
 * The only place that decides which hosts may be contacted, before anything is sent and by name alone. DNS is not used:
 * its next answer may differ, and a user's own name may be an alias of AWS. So a name that only DNS knows, such as
 * `dynamo.internal` or a container's, counts as remote.
 */
import { BlockList, isIP } from 'node:net';
import { isLoopbackHost, isWithin, plainHost } from '../../oracles/values/hosts.ts';
import { type StartOptions, TargetError } from './target.ts';

/** here: this machine or a private network. aws: any host of AWS. remote: everything else. */
export type Reach = 'here' | 'remote' | 'aws';

/** RFC 1918, RFC 3927, RFC 4193 and RFC 4291. */
const privateNetworks = new BlockList();
privateNetworks.addSubnet('10.0.0.0', 8, 'ipv4');
privateNetworks.addSubnet('172.16.0.0', 12, 'ipv4');
privateNetworks.addSubnet('192.168.0.0', 16, 'ipv4');
privateNetworks.addSubnet('169.254.0.0', 16, 'ipv4');
privateNetworks.addSubnet('fc00::', 7, 'ipv6');
privateNetworks.addSubnet('fe80::', 10, 'ipv6');

/**
 * AWS domains in all partitions. A test compares them with the endpoints that the SDK builds. Whole domains, since
 * services, VPC endpoints, accounts and load balancers have various names in them.
 */
const awsDomains: readonly string[] = [
  ...['amazonaws.com', 'amazonwebservices.com', 'aws'],
  ...['amazonaws.com.cn', 'amazonwebservices.com.cn'],
  ...['amazonaws.eu', 'amazonwebservices.eu'],
  ...['c2s.ic.gov', 'aws.ic.gov'],
  ...['sc2s.sgov.gov', 'aws.scloud'],
  ...['csp.hci.ic.gov', 'aws.hci.ic.gov'],
  'adc-e.uk',
];

/**
 * @param url a parsed http(s) URL: the parser has already decoded percent signs, wide letters and unusual IP notations
 */
export function reachOf(url: URL): Reach {
  const host = plainHost(url.hostname);
  if (awsDomains.some((domain) => host === domain || host.endsWith(`.${domain}`))) return 'aws';
  // RFC 6761 reserves names below localhost for this machine, but glibc sends them to DNS.
  const own = host === 'localhost' || (isIP(host) !== 0 && isLoopbackHost(host));
  return own || isWithin(privateNetworks, host) ? 'here' : 'remote';
}

/** @throws TargetError when the user has not allowed this host */
export function assertAllowed(url: URL, { realAwsAllowed, remoteAllowed }: StartOptions): void {
  const reach = reachOf(url);
  if (reach === 'aws' && realAwsAllowed !== true)
    throw new TargetError('real DynamoDB costs money, and is used only with --yes-real-aws', 'add --yes-real-aws');
  if (reach === 'remote' && remoteAllowed !== true)
    throw new TargetError(
      `${url.host} is neither this machine nor an address of a private network, and a run writes and deletes tables`,
      'add --yes-remote',
    );
}
