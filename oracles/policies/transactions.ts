import { policy } from './policy.ts';

/** Cancellation and idempotency. */
export const transactionPolicies = {
  failureItem: policy({
    question: 'Does a cancellation reason hold the item when ALL_OLD asks for it?',
    right: 'held',
    wrong: ['left-out'],
    findings: ['mongo-rfc/M1', 'mongo-rfc/C2-rvoccf-dropped'],
    source: 'AWS API reference, Put, ReturnValuesOnConditionCheckFailure',
  }),
  tokenScope: policy({
    question: 'Within what is a ClientRequestToken unique?',
    right: 'the-account',
    wrong: ['the-whole-store'],
    findings: ['mongo-rfc/C11', 'mongo-rfc/C11-mismatch'],
    source: 'AWS developer guide, idempotency: a token belongs to the account and region that sent it',
  }),
  tokenReplay: policy({
    question: 'What does a repeated request with the same ClientRequestToken do?',
    right: 'answers-only',
    wrong: ['executes-again'],
    findings: ['mongo-rfc/M4'],
    source: 'AWS API reference, TransactWriteItems, ClientRequestToken: one call has the effect of many',
  }),
  tokenMismatch: policy({
    question: 'What becomes of a known token with other parameters?',
    right: 'refused',
    wrong: ['answered-as-a-replay', 'executed'],
    findings: ['mongo-rfc/C11-mismatch'],
    source: 'AWS API reference, TransactWriteItems: IdempotentParameterMismatchException',
  }),
  tokenWindow: policy({
    question: 'When is a token free again?',
    right: 'after-ten-minutes',
    wrong: ['at-the-next-minutely-sweep'],
    findings: ['mongo-rfc/m4'],
    source: 'AWS API reference, TransactWriteItems: a token is valid for 10 minutes after its first use',
  }),
  transactGetMissing: policy({
    question: 'How does TransactGetItems show an item that is not there?',
    right: 'as-an-empty-entry',
    wrong: ['not-at-all'],
    findings: ['mongo-rfc/m10'],
    source: 'AWS API reference, TransactGetItems, Responses: an entry for each request, in order',
  }),
};
