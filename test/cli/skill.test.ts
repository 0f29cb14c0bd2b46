// The skill of the package says of commands, tools and exit codes what they are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/install.mjs';
import { parseAttack } from '../../src/cli/attack/attackArguments';
import { exitBadInput, exitBreak, exitStopped, exitUnsettled } from '../../src/cli/attack/attackMessages';
import { tools } from '../../src/cli/mcp/mcpWords';
import { isOfProgram, parseProgram } from '../../src/cli/program/programArguments';

const skill = readFileSync(join(root, 'skill/SKILL.md'), 'utf8');

test('a host can read its head', () => {
  expect(skill).toMatch(/^---\nname: [a-z-]+\ndescription: .{80,400}\n---\n/);
});

test('its commands are accepted', () => {
  const attacks = [...skill.matchAll(/^npx redlock-playground attack (.+)$/gm)].map(([, typed = '']) => typed);
  expect(attacks.length).toBeGreaterThan(2);
  for (const line of attacks) {
    const typed = line.replace(/ +#.*/, '').split(' ');
    expect((isOfProgram(typed) ? parseProgram : parseAttack)(typed)).toMatchObject({ ok: true });
  }
});

test('it names every tool of the server and no other', () => {
  const named = new Set(skill.match(/`[a-z]+_[a-z_]+`/g)?.map((name) => name.slice(1, -1)));
  expect([...named].sort()).toEqual(Object.keys(tools).sort());
});

test('its exit codes are those of the command', () => {
  expect(skill).toContain(
    `Exit codes: 0 nothing found, ${exitBreak} broken, ${exitBadInput} bad input, ${exitStopped} stopped, ${exitUnsettled} no break, and no run that could have shown one.`,
  );
});
