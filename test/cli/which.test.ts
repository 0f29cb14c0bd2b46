// The command that answers “Which lock do I need?” in a terminal.
import { expect, test } from 'vitest';
import { which } from '../../src/cli/whichCommand';

async function run(...typed: readonly string[]) {
  let out = '';
  let errors = '';
  const status = await which(typed, {
    out: (text) => {
      out += text;
    },
    called: 'npm run -s cli -- which',
    errors: (text) => {
      errors += text;
    },
  });
  return { status, out, errors };
}

test('four answers lead to one recommendation, with its address', async () => {
  const { status, out, errors } = await run(
    ...['--cost', 'data', '--check', 'version', '--runs', 'postgres', '--work', 'minutes'],
  );
  expect([status, errors]).toEqual([0, '']);
  expect(out.split('\n')[0]).toBe('A version check, and an advisory lock in SQL in front of it');
  expect(out.trimEnd().split('\n').at(-1)).toBe('http://127.0.0.1:5180/matrix/#which/never/version/sql/minutes/-');
});

test('it speaks Chinese, and its links open another site', async () => {
  const { out } = await run('--cost', 'charge', '--lang', 'zh', '--base', 'https://play.example/sub');
  expect(out).toMatch(/^幂等键，不用锁$/m);
  expect(out).toContain('  https://play.example/sub/matrix/#');
});

test('the word of an address will do, too', async () => {
  expect((await run('--cost', 'never')).out).toBe((await run('--cost', 'data')).out);
});

test.each([
  [['--cost', 'money'], '--cost cannot be "money". It takes work, servers, data, leader, charge.'],
  [
    ['--runs'],
    '--runs needs a value. It takes redis, several-redis, postgres, etcd, zookeeper, consul, kubernetes, dynamodb, s3, github, files, nothing.',
  ],
  [['--work', 'toString'], '--work cannot be "toString". It takes second, seconds, minutes.'],
  [['--language', 'rust'], '--language cannot be "rust". It takes java, node, python, go,'],
  [['redis'], '"redis" is not expected here.'],
  [['--base', 'play'], '--base takes the address of a site'],
  [['--lock', 'redlock'], '--cost, --check'],
])('bad input is refused, and it says what is allowed: %j', async (typed, problem) => {
  const { status, out, errors } = await run(...typed);
  expect([status, out]).toEqual([2, '']);
  expect(errors).toContain(problem);
});

test('--help says what can be answered', async () => {
  const { status, out } = await run('--help');
  expect(status).toBe(0);
  expect(out).toContain('--cost');
});
