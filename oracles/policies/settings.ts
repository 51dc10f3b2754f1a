import { policy } from './policy.ts';

/** Time to live, tags, point-in-time recovery. */
export const settingPolicies = {
  ttlRecheck: policy({
    question: 'When is an item that a sweep has found expired deleted?',
    right: 'still-expired',
    wrong: ['in-any-case'],
    findings: ['mongo-rfc/VC-ttl-worker'],
    source: 'AWS developer guide, time to live: an item whose time is put off is not deleted',
  }),
  ttlActor: policy({
    question: 'Whom does the stream record of an expiry name?',
    right: 'the-service',
    wrong: ['nobody'],
    findings: ['mongo-rfc/VC-ttl-worker'],
    source: 'AWS API reference, Identity: Service and dynamodb.amazonaws.com for time to live',
  }),
  ttlInTransition: policy({
    question: 'What becomes of disabling time to live while it is ENABLING?',
    right: 'refused',
    wrong: ['accepted'],
    findings: ['restore-parity/ttl-transition-busy'],
    source: 'AWS API reference, UpdateTimeToLive: a second change within the hour is a ValidationException',
  }),
  backupTags: policy({
    question: 'May a backup be tagged?',
    right: 'refused',
    wrong: ['accepted'],
    findings: ['restore-parity/authz-backup-tags'],
    source:
      'reproduced on ExtendDB and corrected there; AWS API reference, TagResource: tables alone are resources that bear tags',
  }),
  recoveryWindow: policy({
    question: 'From when on can a table be restored to a point in time?',
    right: 'since-it-was-enabled',
    wrong: ['for-the-whole-period-at-once'],
    findings: ['restore-parity/pitr-claims'],
    source: 'measured on DynamoDB in public, 2026-10: the earliest time is that of enabling',
  }),
};
