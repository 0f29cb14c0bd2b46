/** What is known about this lock without its program. */
import type { LockFacts } from '../../model/scenario/lockFacts';

export const vaultDynamodbFacts: LockFacts = {
  id: 'vault-dynamodb',
  title: { en: 'Vault’s lock on DynamoDB', zh: 'Vault 在 DynamoDB 上的锁' },
  asLibrary: true,
  service: 'dynamodb',
  table: {
    family: 'records',
    ifUnreachable: ['asks-again', 'https://github.com/hashicorp/vault/blob/main/vault/ha.go'],
    isNeverRecommended: true,
    renewEvery: (own) => Number(own['renewInterval']),
    rows: [{ id: 'vault-dynamodb' }],
  },
};
