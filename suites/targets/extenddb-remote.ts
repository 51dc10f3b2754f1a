/** ExtendDB on databases that need a server of their own: the user runs both, and says where. */
import { otherAccountVariables } from './credentials.ts';
import { namedEndpoint } from './endpoint.ts';

function onDatabase(name: string, database: string, variable: string) {
  const keys = '`extenddb manage create-access-key` makes AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  return namedEndpoint({
    name,
    title: `ExtendDB on ${database}, run by you`,
    variable,
    remedy:
      `run \`extenddb init\` and \`extenddb serve\` on ${database}, and set ${variable} to its https:// address; ${keys}` +
      ` (for a second account ${otherAccountVariables.accessKeyId} and ${otherAccountVariables.secretAccessKey});` +
      ' NODE_EXTRA_CA_CERTS names the tls/cert.pem that it wrote',
  });
}

export const extenddbPostgresql = onDatabase('extenddb-postgresql', 'PostgreSQL', 'PARALLAX_EXTENDDB_POSTGRESQL_URL');

/** Any server of that wire protocol: what is judged is what ExtendDB makes of it. */
export const extenddbMongodb = onDatabase(
  'extenddb-mongodb',
  'the MongoDB wire protocol',
  'PARALLAX_EXTENDDB_MONGODB_URL',
);
