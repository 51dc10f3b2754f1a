import type { Breach, Invariant } from './invariant.ts';

export const answerForm: Invariant = {
  statement: 'An answer has the members of the service model, with their types, and no others.',
  source: 'https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html',
  needs: 'an accepted request',
  judge: ({ exchanges, model }) =>
    exchanges.flatMap((exchange): Breach[] => {
      const { outcome, op } = exchange;
      if (outcome.kind !== 'ok') return [];
      return model.faultsOf(op, outcome.output).map((fault) => ({ exchange, ...fault }));
    }),
};
