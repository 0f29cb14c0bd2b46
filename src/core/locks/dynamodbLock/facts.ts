/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const dynamodbLockFacts: LockFacts = {
  id: 'dynamodb-lock',
  title: { en: 'DynamoDB Lock Client', zh: 'DynamoDB Lock Client' },
  asLibrary: true,
  service: 'dynamodb',
  table: {
    family: 'records',
    ifUnreachable: [
      'gives-up',
      'https://github.com/awslabs/amazon-dynamodb-lock-client/blob/601eab15/src/main/java/com/amazonaws/services/dynamodbv2/AmazonDynamoDBLockClient.java',
    ],
    conditions: [['late-news', 'https://github.com/awslabs/amazon-dynamodb-lock-client#readme']],
    renewEvery: (own) => Number(own['heartbeatPeriod']),
    rows: [{ id: 'dynamodb-lock' }],
  },
};
