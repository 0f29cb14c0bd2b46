/**
 * What is wrong with a scenario, where, and what is allowed there, in both languages. This file knows how valibot
 * reports, but none of our schemas.
 */
import type { BaseIssue } from 'valibot';
import type { Text } from '../../values/text';
import { visibleToAll } from '../../values/visible';
import { verbatim } from './allowedTexts';
import * as problems from './problems';

/** One thing that is wrong. */
export interface Problem {
  /** The path of the wrong value: `settings.nodes.count`. Empty for the whole scenario. */
  readonly path: string;
  /** A whole sentence that includes the path. */
  readonly message: Text;
  /**
   * The check at the resource needs a fencing token, or a lock service, and this lock has none. The page then offers a
   * counter.
   */
  readonly code?: 'needs-token' | 'needs-service';
}

const shownLengthMax = 60;
const shownDepthMax = 4;

/**
 * A message of valibot is one string, and ours are in two languages, so the words for the allowed values are passed as
 * JSON.
 */
export const allowing = (allowed: Text): string => JSON.stringify(allowed);

/** A value as people read it, cut when it is long or deep. */
export function readableText(value: unknown): string {
  const text = visibleToAll(JSON.stringify(flat(value, shownDepthMax)) ?? String(value));
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}

/** The value down to the depth that can be shown, because endless nesting cannot even become JSON. */
function flat(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.slice(0, shownLengthMax + 1);
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 0) return '…';
  if (Array.isArray(value)) return value.slice(0, shownLengthMax).map((inner) => flat(inner, depth - 1));
  const entries = Object.entries(value).slice(0, shownLengthMax);
  return Object.fromEntries(entries.map(([key, inner]) => [key, flat(inner, depth - 1)]));
}

/**
 * The problems that a valibot run found, in the order of the document. For a union, these are the problems of the shape
 * that came closest.
 */
export const problemsOf = (issues: readonly BaseIssue<unknown>[]): readonly Problem[] =>
  issues.flatMap((issue) => closest(issue, []).map(({ closestIssue, path }) => problemOf(closestIssue, path)));

interface Located {
  readonly closestIssue: BaseIssue<unknown>;
  readonly path: readonly string[];
}

/**
 * A union reports one issue and keeps those of its shapes below it. The shape with the deepest path is closest, and
 * then the one with the fewest issues.
 */
function closest(issue: BaseIssue<unknown>, above: readonly string[]): readonly Located[] {
  const path = [...above, ...(issue.path ?? []).map((item) => String(item.key))];
  if (issue.type !== 'union' || issue.issues === undefined) return [{ closestIssue: issue, path }];
  const inner = issue.issues.filter((part) => (part.path?.length ?? 0) > 0);
  if (inner.length === 0) return [{ closestIssue: issue, path }];
  const first = inner.find((part) => !isShapeIssue(part)) ?? inner[0];
  return first === undefined ? [{ closestIssue: issue, path }] : closest(first, path);
}

/** A surplus or missing field, which may only mean that another shape was intended. */
const isShapeIssue = (issue: BaseIssue<unknown>): boolean => issue.type === 'strict_object';

function problemOf(issue: BaseIssue<unknown>, path: readonly string[]): Problem {
  const at = visibleToAll(path.join('.'));
  return { path: at, message: sentence(issue, problems.subjectAt(at), visibleToAll(path.at(-1) ?? '')) };
}

function sentence(issue: BaseIssue<unknown>, subject: Text, key: string): Text {
  const allowed = JSON.parse(issue.message) as Text;
  const isAboutKey = issue.path?.at(-1)?.origin === 'key';
  const isMissing = issue.input === undefined;
  if (isAboutKey && issue.expected === 'never') return problems.unknownField(subject, key, allowed);
  if (isAboutKey && isMissing) return problems.missing(subject);
  if (issue.expected === 'Object' && issue.type !== 'record')
    return isMissing ? problems.missingObject(subject) : problems.mustBeObject(subject, readableText(issue.input));
  return isMissing
    ? problems.missingValue(subject, allowed)
    : problems.mustBe(subject, allowed, verbatim(readableText(issue.input)));
}
