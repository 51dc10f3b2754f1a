import { policy } from './policy.ts';

/** Table lifecycle. */
export const tablePolicies = {
  tableCreation: policy({
    question: 'In which state is a new table?',
    right: 'CREATING-first',
    wrong: ['ACTIVE-at-once'],
    findings: ['mongo-rfc/R2-1-creating'],
    source: 'AWS API reference, CreateTable: the table is CREATING, and ACTIVE later',
  }),
  creatingDataPlane: policy({
    question: 'What becomes of item operations on a table that is CREATING?',
    right: 'refused',
    wrong: ['allowed'],
    findings: ['mongo-rfc/R2-1-dataplane'],
    source: 'AWS API reference, CreateTable: only an ACTIVE table can be read and written',
  }),
  tableDeletion: policy({
    question: 'Which state does DeleteTable answer?',
    right: 'DELETING',
    wrong: ['ACTIVE'],
    findings: ['mongo-rfc/R3-deleting-status'],
    source: 'AWS API reference, DeleteTable',
  }),
  gsiThroughputMin: policy({
    question: 'May a global index of a provisioned table have no throughput?',
    right: 'refused',
    wrong: ['accepted'],
    findings: ['restore-parity/gsi-throughput-min'],
    source: 'AWS API reference, ProvisionedThroughput: at least 1 of each',
  }),
  projectedAttributesMax: policy({
    question: 'How many attributes may all INCLUDE projections of a table name together?',
    right: 'a-hundred',
    wrong: ['any-number'],
    findings: ['restore-parity/nonkey-100'],
    source: 'AWS API reference, Projection, NonKeyAttributes: at most 100 over all indexes',
  }),
};
