/**
 * Adds calls to a reader's code. Those in async functions report what they throw or return: the engine does not report
 * when one of them rejects and nobody awaits it. `guest/unhandledRejections.ts` has both functions. Those before loops
 * do nothing: for an endless loop, the engine names the last call before it, which is then on the loop's own line.
 */
import { type AnyNode, parse } from 'acorn';

/** The names of these functions in the code. */
export const thrownName = '$thrown';
export const returnedName = '$returned';

const caught = `catch($e){throw ${thrownName}($e)}`;

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** Keeps the lines. Code that cannot be parsed is returned unchanged: the engine reports the error. */
export function watchAsync(code: string): string {
  const insertions: Insertion[] = [];
  try {
    const program = read(code);
    if (waits(program)) insertions.push({ at: 0, text: waiting[0] }, { at: code.length, text: waiting[1] });
    visit(program, false, insertions);
  } catch (error) {
    if (error instanceof SyntaxError) return code;
    throw error;
  }
  let watched = '';
  let from = 0;
  // The sort is stable, so of insertions at one place the inner one ends first.
  for (const { at, text } of insertions.sort((one, other) => one.at - other.at)) {
    watched += code.slice(from, at) + text;
    from = at;
  }
  return watched + code.slice(from);
}

/** A file that awaits at its top level is an async function in a function that returns its promise. */
const waiting = ['return(async()=>{', '\n})()'] as const;

const waits = (node: AnyNode): boolean =>
  node.type === 'AwaitExpression' ||
  (node.type === 'ForOfStatement' && node.await) ||
  (!/Function/.test(node.type) && childrenOf(node).some(waits));

const read = (code: string): AnyNode =>
  parse(code, {
    ecmaVersion: 'latest',
    preserveParens: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowHashBang: true,
  });

function visit(node: AnyNode, isInAsync: boolean, into: Insertion[]): void {
  const put = (at: number, text: string): unknown => into.push({ at, text });
  const isFunction = /Function/.test(node.type);
  if (isLoop(node)) {
    put(node.start, '{(()=>0)();');
    visitInside(node.type === 'LabeledStatement' ? node.body : node, isInAsync, into);
    put(node.end, '}');
    return;
  }
  if (isFunction && isWatched(node)) {
    const { body } = node;
    const isBlock = body.type === 'BlockStatement';
    if (isBlock) put(body.start + 1, 'try{');
    else put(body.start, `{try{return ${returnedName}((`);
    visitInside(node, true, into);
    put(isBlock ? body.end - 1 : body.end, isBlock ? `}${caught}` : `))}${caught}}`);
    return;
  }
  if (node.type !== 'ReturnStatement' || !isInAsync || !node.argument)
    return visitInside(node, isInAsync && !isFunction, into);
  put(node.argument.start, `${returnedName}((`);
  visitInside(node, true, into);
  put(node.argument.end, '))');
}

/** One that may run without a call. A label stays with its loop. */
const isLoop = (node: AnyNode): boolean =>
  node.type === 'LabeledStatement' ? isLoop(node.body) : /^(?:For|While|DoWhile)Statement$/.test(node.type);

type Watched = AnyNode & { readonly body: AnyNode };

/** The caller of a generator gets from `next` what it throws, so generators are left out. */
const isWatched = (node: AnyNode): node is Watched =>
  'async' in node && node.async === true && 'generator' in node && !node.generator && 'body' in node;

function visitInside(node: AnyNode, isInAsync: boolean, into: Insertion[]): void {
  for (const child of childrenOf(node)) visit(child, isInAsync, into);
}

const childrenOf = (node: AnyNode): readonly AnyNode[] => Object.values(node).flat().filter(isNode);

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value;
