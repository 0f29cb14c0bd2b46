// The table of DynamoDB alone, compared with its documentation. dynalite.live.test.ts compares it with an implementation.
import { expect, test } from 'vitest';
import { makeDynamoDb } from '../../../../src/core/sim/services/dynamodb';
import { dynamodbCases } from '../../../support/dynamodbCases';
import { ServiceStage } from '../../../support/serviceStage';

test.each(dynamodbCases)('%s', (_, lines, said) => {
  expect(new ServiceStage(makeDynamoDb, {}).play(...lines)).toEqual(said);
});
