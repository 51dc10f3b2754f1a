/** Findings about a key-value API on top of a store. */
import type { UncoveredFindings } from './uncovered-findings.ts';

export const keyValue: readonly UncoveredFindings[] = [
  {
    reason:
      'It is of a contract of get, put, list and compare-and-swap over a store: a module of its own with a reference of its own, which no request of DynamoDB speaks of.',
    findings: [
      'kv-provider/get-missing',
      'kv-provider/put-get-roundtrip',
      'kv-provider/delete',
      'kv-provider/delete-missing',
      'kv-provider/list-prefix',
      'kv-provider/list-empty-prefix',
      'kv-provider/list-prefix-successor',
      'kv-provider/key-validation',
      'kv-provider/module-guard',
      'kv-provider/module-isolation',
      'kv-provider/cas-nil-insert',
      'kv-provider/cas-nil-race',
      'kv-provider/cas-match',
      'kv-provider/cas-stale',
      'kv-provider/cas-absent-non-nil',
      'kv-provider/cas-stale-race',
      'kv-provider/cas-empty-vs-nil',
      'kv-provider/cas-value-semantics',
      'kv-provider/json-helpers',
      'kv-provider/parity-matrix',
    ],
  },
  {
    reason:
      "It is of how that contract lies in MongoDB: regular expressions, duplicate-key errors, matched counts, the binary and string types of a document's fields. The oracle keeps values of DynamoDB alone.",
    findings: [
      'kv-provider/read-dual-type',
      'kv-provider/list-regex-injection',
      'kv-provider/cas-nil-duplicate-mapping',
      'kv-provider/cas-no-exists-filter',
      'kv-provider/cas-valueless-doc',
      'kv-provider/cas-matched-not-modified',
      'kv-provider/cas-string-doc',
      'kv-provider/updated-at-encoding',
      'kv-provider/one-encoding',
    ],
  },
  {
    reason: "It is of that module's settings, connections and tests.",
    findings: [
      'kv-provider/config-required',
      'kv-provider/startup-timeout',
      'kv-provider/tests-gated',
      'kv-provider/other-paths-untouched',
      'kv-provider/tls-srv',
    ],
  },
];
