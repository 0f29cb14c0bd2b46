// The simulated table of DynamoDB beside dynalite, which has DynamoDB's rules for conditions and its protocol, and no
// clock that ends an item. Both play the same lines, and must answer alike: the cases of the table test, and random
// ones of the shapes that the locks send. That the service is out of reach is not compared.
import type { AddressInfo } from 'node:net';
import dynalite from 'dynalite';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Argument, Request } from '../../../../src/core/model/effects/request';
import { makeDynamoDb } from '../../../../src/core/sim/services/dynamodb';
import { dynamodbCases } from '../../../support/dynamodbCases';
import { requestOf, ServiceStage } from '../../../support/serviceStage';
import { holdsWhenLate } from '../../../support/undecided';

type Typed = { readonly S: string } | { readonly N: string };

const server = dynalite({ createTableMs: 0 });
const table = { TableName: 'locks' };

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  await ask('CreateTable', {
    ...table,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'key', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'key', KeyType: 'HASH' }],
  });
  const isActive = async () =>
    expect(await ask('DescribeTable', table)).toMatchObject({ Table: { TableStatus: 'ACTIVE' } });
  await vi.waitFor(isActive, { timeout: 30_000 });
});
afterAll(() => new Promise((closed) => server.close(closed)));

test.each(dynamodbCases)('dynalite agrees: %s', { meta: holdsWhenLate }, async (_, lines, said) => {
  expect(await playOnDynalite(lines)).toEqual(answersIn(said));
});

test('whatever the locks send, both answer alike and leave the same item', { meta: holdsWhenLate }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 4, maxLength: 12 }), async (sent) => {
      const lines = sent.flatMap((line) => [line, 'z GetItem stock']);
      const said = new ServiceStage(makeDynamoDb, {}).play(...lines);
      expect(answersIn(said)).toEqual(await playOnDynalite(lines));
    }),
    { numRuns: 60, seed: 2012 },
  );
});

/** Without the entries that the simulated table reports. */
const answersIn = (said: readonly string[]): readonly string[] => said.filter((line) => /^\w: /.test(line));

let played = 0;

/** Each time on an item of its own. Lines of time, death and restart are left out: no item depends on them. */
async function playOnDynalite(lines: readonly string[]): Promise<readonly string[]> {
  const run = ++played;
  const answers: string[] = [];
  for (const line of lines) {
    const [who, ...words] = line.split(' ');
    if (!words[0]?.endsWith('Item')) continue;
    const request = requestOf(words);
    const key = `${request.args[0]} of run ${run}`;
    answers.push(`${who}: ${textOf(request, await ask(request.command, bodyOf(request, key)))}`);
  }
  return answers;
}

/** The answer as the simulated table gives it. Both keep the order of attributes. */
function textOf({ command }: Request, { __type: type, message, Item: item }: Answer): string {
  if (type !== undefined) return `${type.split('#')[1]}: ${message}`;
  if (command !== 'GetItem') return 'OK';
  if (item === undefined) return 'null';
  const attributes = Object.entries(item).filter(([name]) => name !== 'key');
  return `[${attributes.flatMap(([name, value]) => [name, ...Object.values(value)]).join(' ')}]`;
}

/** The words of the simulated table as DynamoDB's expressions. */
function bodyOf({ command, args }: Request, key: string): object {
  const ifAt = args.includes('IF') ? args.indexOf('IF') : args.length;
  const given = pairsOf(args.slice(1, ifAt));
  const { names, values, name, value } = placeholders();
  const update = () => `SET ${given.map(([to, word]) => `${name(to)} = ${value(word)}`).join(', ')}`;
  const item = { key: typed(key) };
  return {
    ...table,
    ...(command === 'PutItem'
      ? { Item: { ...item, ...Object.fromEntries(given.map(([to, word]) => [to, typed(word)])) } }
      : { Key: item }),
    ...(command === 'GetItem' && { ConsistentRead: true }),
    ...(command === 'UpdateItem' && { UpdateExpression: update() }),
    ...(ifAt < args.length && { ConditionExpression: conditionOf(args.slice(ifAt + 1), name, value) }),
    ...(names.size > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.size > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}

type Placed = (word: Argument) => string;

/** An expression names attributes and values by placeholders, as some words are reserved. */
function placeholders() {
  const names = new Map<string, string>();
  const values = new Map<string, Typed>();
  const name: Placed = (word) => {
    names.set(`#${word}`, String(word));
    return `#${word}`;
  };
  const value: Placed = (word) => {
    const placeholder = `:v${values.size}`;
    values.set(placeholder, typed(word));
    return placeholder;
  };
  return { names, values, name, value };
}

function conditionOf(words: readonly Argument[], name: Placed, value: Placed): string {
  const [first = '', second = '', third = ''] = words;
  const isFunction = String(first).startsWith('attribute_');
  const term = isFunction ? `${first}(${name(second)})` : `${name(first)} ${second} ${value(third)}`;
  const [joint, ...rest] = words.slice(isFunction ? 2 : 3);
  return joint === undefined ? term : `${term} ${joint} ${conditionOf(rest, name, value)}`;
}

const typed = (word: Argument): Typed => (typeof word === 'number' ? { N: String(word) } : { S: word });

const pairsOf = (words: readonly Argument[]): readonly (readonly [Argument, Argument])[] =>
  words.flatMap((word, index) => (index % 2 === 0 ? ([[word, words[index + 1] ?? '']] as const) : []));

interface Answer {
  readonly __type?: string;
  readonly message?: string;
  readonly Item?: Readonly<Record<string, Typed>>;
}

/** Dynalite asks for a signature and does not check it. */
async function ask(operation: string, body: object): Promise<Answer> {
  const { port } = server.address() as AddressInfo;
  const credential = 'Credential=x/20260101/us-east-1/dynamodb/aws4_request';
  const response = await fetch(`http://127.0.0.1:${port}`, {
    method: 'POST',
    headers: {
      'X-Amz-Target': `DynamoDB_20120810.${operation}`,
      'Content-Type': 'application/x-amz-json-1.0',
      Authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=x`,
      'X-Amz-Date': '20260101T000000Z',
    },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Answer;
}

const owner = fc.constantFrom('a', 'b');
const version = fc.constantFrom('v1', 'v2');
const time = fc.constantFrom('900', '1000', '2000');

/** A lease of the DynamoDB Lock Client and one of Vault, each by its owner, with a version or time seen before. */
const lineOfLock = fc
  .tuple(owner, version, version, time, time, fc.nat(6))
  .map(([who, seen, next, now, end, shape]) => {
    const item = `leaseDuration 20000 recordVersionNumber ${next}`;
    const isSeen = `attribute_exists key AND recordVersionNumber = ${seen}`;
    const isMine = `${isSeen} AND ownerName = ${who}`;
    const lease = `Identity ${who} Expires ${end}`;
    const isFree = `Identity = ${who} OR Expires <= ${now}`;
    const commands = [
      `PutItem stock ownerName ${who} ${item} IF attribute_not_exists key`,
      `PutItem stock ownerName ${who} ${item} IF ${isSeen}`,
      `UpdateItem stock ${item} IF ${isMine}`,
      `DeleteItem stock IF ${isMine}`,
      `UpdateItem stock ${lease} IF attribute_not_exists key OR attribute_not_exists Identity OR ${isFree}`,
      `UpdateItem stock ${lease} IF ${isFree}`,
      `DeleteItem stock IF Identity = ${who}`,
    ];
    return `${who} ${commands[shape]}`;
  });

const attributes = ['ownerName', 'Identity', 'recordVersionNumber', 'Expires'] as const;
const attribute = fc.constantFrom(...attributes);
/** Any attribute may have any of them: a number, the text of its digits, or another text. */
const value = fc.oneof(owner, version, time, fc.constant('"1000"'));

const term = fc.oneof(
  fc
    .tuple(fc.constantFrom('attribute_exists', 'attribute_not_exists'), fc.constantFrom('key', ...attributes))
    .map((words) => words.join(' ')),
  fc.tuple(attribute, fc.constantFrom('=', '<='), value).map((words) => words.join(' ')),
);
const condition = fc
  .tuple(term, fc.array(fc.tuple(fc.constantFrom('AND', 'OR'), term), { maxLength: 3 }))
  .map((words) => words.flat(2).join(' '));
const anyItem = fc
  .uniqueArray(fc.tuple(attribute, value), { selector: ([name]) => name, minLength: 1 })
  .map((pairs) => pairs.flat().join(' '));

/** Any attributes under any condition, or under none. */
const anyCommand = fc
  .tuple(fc.constantFrom('PutItem', 'UpdateItem', 'DeleteItem'), anyItem, fc.option(condition))
  .map(([name, item, under]) => {
    const given = name === 'DeleteItem' ? '' : ` ${item}`;
    return `a ${name} stock${given}${under === null ? '' : ` IF ${under}`}`;
  });

const anyLine = fc.oneof({ weight: 2, arbitrary: lineOfLock }, { weight: 1, arbitrary: anyCommand });
