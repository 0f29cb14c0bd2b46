// Compares the simulated ZooKeeper with a real one if there is one.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../support/needs';
import { conversations } from './conversations';
import { playOnModel } from './model';
import { playOnServer, startZookeeper, type Zookeeper } from './realServer';
import type { Line } from './stage';

describe('a real ZooKeeper', needs('zookeeper'), () => {
  let server: Zookeeper;
  let played = 0;
  beforeAll(async () => {
    server = await startZookeeper();
  });
  afterAll(() => server.stop());

  const play = (script: readonly Line[]) => playOnServer(server, script, `test-${process.pid}-${++played}`);

  test.each(conversations.map((one) => [one.name, one] as const))(
    'agrees: %s',
    { retry: 2 },
    async (_, { script, reported }) => {
      // It is repeated, because on a busy machine more time passes than the script says.
      expect(await play(script)).toEqual(reported);
    },
  );

  test('answers as the model does, request by request', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        expect(playOnModel(script).reported).toEqual(await play(script));
      }),
      { numRuns: 60 },
    );
  });
});

const paths = ['/x', '/x/y', '/z', '/x/l-0000000000', '/x/l-0000000001'] as const;
const path = fc.constantFrom(...paths);
const version = fc.constantFrom('', ' -1', ' 0', ' 1');
const watched = fc.constantFrom('', ' watch', ' watch');

const anyRequest = fc.oneof(
  fc.tuple(path, fc.constantFrom('', ' ephemeral')).map(([where, flags]) => `CREATE ${where}${flags}`),
  fc.constantFrom('CREATE /x/l- ephemeral sequential', 'CREATE /x/l- sequential', 'CREATE /x'),
  fc.tuple(path, version).map(([where, which]) => `DELETE ${where}${which}`),
  fc.tuple(path, version).map(([where, which]) => `SET ${where} new${which}`),
  fc
    .tuple(fc.constantFrom('EXISTS', 'GET', 'CHILDREN'), path, watched)
    .map((parts) => `${parts[0]} ${parts[1]}${parts[2]}`),
);

/**
 * Two clients that may come and go. A client that leaves for good has at most one ephemeral znode, since the order of
 * several is not defined.
 */
const anyScript: fc.Arbitrary<readonly Line[]> = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b'),
      fc.oneof({ weight: 12, arbitrary: anyRequest }, { weight: 1, arbitrary: fc.constant('AGAIN') }),
    ),
    {
      minLength: 4,
      maxLength: 24,
    },
  )
  .map((steps) => [
    'a CONNECT 4000',
    'b CONNECT 4000',
    'a CREATE /x',
    ...steps.flatMap(([client, step]) =>
      step === 'AGAIN' ? [`${client} DROP`, `${client} RECONNECT`] : [`${client} ${step}`],
    ),
  ]);
