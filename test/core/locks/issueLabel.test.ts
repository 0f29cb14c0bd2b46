// The claim on an issue: what an agent sends, and what it makes of a list that it reads again; then runs whose verdicts
// were written by the documents of GitHub's API before they were run.
import { describe, expect, test } from 'vitest';
import { issueLabel } from '../../../src/core/locks/issueLabel/lock';
import { type Reply, timedOut } from '../../../src/core/model/effects/request';
import type { Fault } from '../../../src/core/model/scenario/fault';
import type { Settings as RunSettings } from '../../../src/core/model/scenario/scenario';
import { atStep, crashAt } from '../../support/faultsAt';
import { type Circumstances, type ClientRow, inTurn, lockClient, type Settings } from '../../support/lockClient';
import { outcomesOf, type Rest, type RunRow, runOf, setupOf } from '../../support/runOf';

const error = (message: string): Reply => ({ kind: 'error', message });
const me = '80000000';

const acquire = lockClient(issueLabel, {
  nodes: ['service'],
  replies: {
    'LIST LABEL': [],
    'ADD LABEL': ['in-progress'],
    'REMOVE LABEL': [],
    'LIST ASSIGNEE': [],
    'ADD ASSIGNEE': [me],
    'REMOVE ASSIGNEE': [],
    'CREATE REF': me,
    'DELETE REF': 'OK',
  },
});
const names = {
  list: 'LIST LABEL stock',
  add: 'ADD LABEL stock in-progress',
  remove: 'REMOVE LABEL stock in-progress',
  who: 'LIST ASSIGNEE stock',
  assign: `ADD ASSIGNEE stock ${me}`,
  leave: `REMOVE ASSIGNEE stock ${me}`,
  branch: `CREATE REF stock ${me}`,
};

const alone = { by: 'assignee', readsBack: 'alone' };

describe('acquire', () => {
  const smallest = { by: 'assignee', readsBack: 'smallest' };
  test.each<ClientRow>([
    ['reads, and adds the label', {}, 'list, add → held for ever'],
    ['leaves an issue alone that has the label', { 'LIST LABEL': ['in-progress'] }, 'list → refused: held'],
    ['asks again', { 'LIST LABEL': inTurn(['in-progress'], []), tries: 2 }, 'list, list, add → held for ever'],
    ['does not read a label again, if it need not', { readsBack: 'no' }, 'list, add → held for ever'],
    ['does not know, and asks nothing more', { 'LIST LABEL': timedOut }, 'list → refused: error'],
    [
      'does not know whether it has added the label, and removes it',
      { 'ADD LABEL': timedOut },
      'list, add, remove → refused: error',
    ],
    ['assigns itself', { by: 'assignee' }, 'who, assign → held for ever'],
    ['leaves an issue alone that is somebody’s', { by: 'assignee', 'LIST ASSIGNEE': ['other'] }, 'who → refused: held'],
    ['goes in if it is alone', { ...alone, 'LIST ASSIGNEE': inTurn([], [me]) }, 'who, assign, who → held for ever'],
    [
      'gives up if it is not alone, though its name is the smaller one',
      { ...alone, 'LIST ASSIGNEE': inTurn([], ['90000000', me]) },
      'who, assign, who, leave → refused: held',
    ],
    [
      'gives up if it cannot read the list again',
      { ...alone, 'LIST ASSIGNEE': inTurn([], timedOut) },
      'who, assign, who, leave → refused: error',
    ],
    [
      'gives up if it is not on the list',
      { ...smallest, 'LIST ASSIGNEE': [] },
      'who, assign, who, leave → refused: held',
    ],
    [
      'gives up if it was swept, and another is alone on the list',
      { ...alone, 'LIST ASSIGNEE': inTurn([], ['other']) },
      'who, assign, who, leave → refused: held',
    ],
    [
      'the smallest name wins',
      { ...smallest, 'LIST ASSIGNEE': inTurn([], ['90000000', me]) },
      'who, assign, who → held for ever',
    ],
    [
      'the larger one gives up',
      { ...smallest, 'LIST ASSIGNEE': inTurn([], ['70000000', me]) },
      'who, assign, who, leave → refused: held',
    ],
    ['creates a branch, and reads nothing', { by: 'branch' }, 'branch → held for ever'],
    ['which is there', { by: 'branch', 'CREATE REF': error('422 Reference already exists') }, 'branch → refused: held'],
    ['or was perhaps created', { by: 'branch', 'CREATE REF': timedOut }, 'branch → refused: error'],
  ])('%s', (_, given, went) => {
    expect(acquire(given).went(names)).toBe(went);
  });
});

describe('release', () => {
  const notThere = error('404 Label does not exist');
  test.each<readonly [string, Circumstances, string, string]>([
    ['removes the label', {}, names.remove, 'none'],
    ['which is gone', { 'REMOVE LABEL': notThere }, names.remove, 'gone'],
    ['or is perhaps removed', { 'REMOVE LABEL': timedOut }, names.remove, 'error'],
    ['removes its own name', { by: 'assignee' }, names.leave, 'none'],
    ['deletes the branch', { by: 'branch' }, 'DELETE REF stock', 'none'],
  ])('%s', (_, given, sent, reason) => {
    const client = acquire(given);
    expect([client.release(), client.sent.at(-1)]).toEqual([reason, sent]);
  });
});

const lock = (settings: Settings = {}) => ({ id: 'issue-label', settings });
const times: Partial<RunSettings> = { rounds: 1, work: 2000, duration: 60_000, patience: 50_000, latency: 5 };
const together: Rest = { settings: { ...times, stagger: 0 } };
const later: Rest = { settings: { ...times, stagger: 100 } };
const long: Rest = { settings: { ...times, work: 20_000 } };
const dies: Rest = { faults: { dies: crashAt('client1', 'work') } };
const assignee = (readsBack: string) => lock({ by: 'assignee', readsBack });

/** Client 1 has read that nobody is assigned, and its own name comes 100 ms late. */
const comesLate: Fault = {
  kind: 'delay',
  message: { from: 'client1', to: 'service', leg: 'request', nth: 2 },
  by: 100,
};

const still: Fault = { kind: 'pause', process: 'service', when: atStep('client1', 'work'), for: 500 };

describe('in runs', () => {
  test.each<RunRow>([
    ['two agents together both read no label, and both add it', 'lost', lock(), together],
    ['the same, and a push must be a fast-forward', 'overlap', lock(), together, { storage: { id: 'repository' } }],
    ['the second comes 100 ms later', 'held', lock(), later],
    ['together, and each assigns itself', 'lost', assignee('no'), together],
    [
      'together, and each goes in only if it is alone: both give up, and try again at the same moment',
      'unavailable',
      assignee('alone'),
      together,
    ],
    ['the same, where each tries again at a random moment', 'held', lock({ ...alone, tries: 10 }), together],
    ['together, where one of them comes late', 'held', lock(alone), together, { faults: { comesLate } }],
    ['together, and the smallest name wins', 'held', assignee('smallest'), together],
    ['together, and each creates the branch', 'held', lock({ by: 'branch' }), together],
    ['an agent dies, and its label stays', 'stuck', lock(), later, dies],
    ['an agent dies, and its branch stays', 'stuck', lock({ by: 'branch' }), later, dies],
    ['an agent dies, and the job removes its label', 'held', lock({ sweptAfter: 10 }), later, dies],
    ['an agent dies, and the job removes the assignee', 'held', lock({ by: 'assignee', sweptAfter: 10 }), later, dies],
    ['one long answer, and the job removes the label of a live agent', 'lost', lock({ sweptAfter: 10 }), long],
    ['a forge that stood still sweeps nothing, if it has no such job', 'held', lock(), later, { faults: { still } }],
    ['a work that is shorter', 'held', lock({ sweptAfter: 10 }), { settings: { ...times, work: 9000 } }],
  ])('%s: %s', (_, outcome, lock, ...rests) => {
    expect(outcomesOf(setupOf(lock, ...rests))).toEqual([outcome]);
  });

  test('the smallest name wins too late where it comes after the larger one has looked', () => {
    const setup = setupOf(assignee('smallest'), together, { faults: { comesLate } });
    expect([...outcomesOf(setup)].sort()).toEqual(['held', 'lost']);
  });

  test('an agent whose label was swept removes the label of the next one, and a third comes in', () => {
    const settings = { ...times, clients: 3, work: 15_000 };
    const { facts, times: at } = runOf(setupOf(lock({ sweptAfter: 10 }), { settings }));
    expect(facts('deleted-another')).toEqual(['client1 client3', 'client3 client2']);
    const [second = 0, third = 0] = [at('acquired', 'client3')[0], at('acquired', 'client2')[0]];
    expect(third - second).toBeLessThan(10_000);
  });
});
