/**
 * Decides which requests the local server answers. A page in a browser can make its own host name resolve to 127.0.0.1
 * (DNS rebinding) and then read the answers. Its requests still carry that name. So the server answers only under a
 * name of this machine, or under a name it was started with.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackHost, plainHost } from '../values/hosts.ts';

export interface Stranger {
  status: 403 | 421;
  /** JSON in the shape of an exception, so that clients show it. */
  body: string;
}

const strangerOf = (status: Stranger['status'], message: string): Stranger => ({
  status,
  body: JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', message }),
});

const misdirected = strangerOf(
  421,
  'This server answers requests that are for this machine by name, or for a name that it was started with, and the Host header names another.',
);
const foreignPage = strangerOf(403, 'This server does not answer pages of other origins.');

/** Listening at every address allows no particular name. An IP address used as a name cannot be rebound. */
const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The host in `Host: name:port` or in an origin; undefined when invalid. */
function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? plainHost(new URL(url).hostname) : undefined;
}

/** @param names host names that the server was started with; the first is its listening address */
export function createVisitors(names: readonly string[]) {
  const own = new Set(names.map(plainHost));
  const anyAddress = everywhere.has(plainHost(names[0] ?? ''));
  const isOwn = (host: string | undefined): boolean =>
    host !== undefined && (isLoopbackHost(host) || own.has(host) || (anyAddress && isIP(host) !== 0));
  return {
    /**
     * The answer for a foreign request; undefined when the request is allowed. No Host header (HTTP/1.0) means no
     * browser, since browsers always send one.
     */
    faultOf({ host, origin }: IncomingHttpHeaders): Stranger | undefined {
      // Accepts only a name and a port: a URL parser would read `evil@localhost` as `localhost`.
      if (host !== undefined && (/[^\w.:[\]-]/.test(host) || !isOwn(hostIn(`http://${host}`)))) return misdirected;
      return origin === undefined || isOwn(hostIn(origin)) ? undefined : foreignPage;
    },
  };
}
