/**
 * Who may speak to a server on this machine. A page in a browser can have its own name resolve to 127.0.0.1 (DNS
 * rebinding), and then reads the answers as its own: but its requests carry that name. So a request is answered only
 * under a name of this machine, or one that the server was started with.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { isLoopbackHost, plainHost } from '../values/hosts.ts';

export interface Stranger {
  status: 403 | 421;
  /** JSON in the shape of an exception, which clients show. */
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

/** Listening at every address says nothing about the name; an address as a name cannot be rebound. */
const everywhere: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

/** The host of `Host: name:port` or of an origin; undefined for what is neither. */
function hostIn(url: string): string | undefined {
  return URL.canParse(url) ? plainHost(new URL(url).hostname) : undefined;
}

/** @param names those that the server was started with; the first is where it listens */
export function createVisitors(names: readonly string[]) {
  const own = new Set(names.map(plainHost));
  const anyAddress = everywhere.has(plainHost(names[0] ?? ''));
  const isOwn = (host: string | undefined): boolean =>
    host !== undefined && (isLoopbackHost(host) || own.has(host) || (anyAddress && isIP(host) !== 0));
  return {
    /** What to answer instead, if so. A request without Host (HTTP/1.0) is of no browser: each of them sends one. */
    faultOf({ host, origin }: IncomingHttpHeaders): Stranger | undefined {
      // Nothing but a name and a port: `evil@localhost` would be read as `localhost`.
      if (host !== undefined && (/[^\w.:[\]-]/.test(host) || !isOwn(hostIn(`http://${host}`)))) return misdirected;
      return origin === undefined || isOwn(hostIn(origin)) ? undefined : foreignPage;
    },
  };
}
