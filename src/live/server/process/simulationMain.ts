/**
 * Entry point of a process that simulates a scenario and judges it. A long scenario takes seconds, and the process that
 * carries the messages of live runs must not be busy for that long. Reads the scenario from standard input, and writes
 * the outcome.
 */
import { text } from 'node:stream/consumers';
import { judge } from '../../../core/judge/judge';
import type { Scenario } from '../../../core/model/scenario/scenario';
import { parts } from '../../../core/run/parts';
import { simulate } from '../../../core/sim/simulate';

const scenario = JSON.parse(await text(process.stdin)) as Scenario;
process.stdout.write(JSON.stringify(judge(simulate(scenario, parts), parts).outcome));
