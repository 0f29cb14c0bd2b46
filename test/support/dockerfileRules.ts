/** What the linter of Dockerfiles does not know: our own rules for an image that others start. */
import { Copy, type Dockerfile, DockerfileParser, type From, type Instruction } from 'dockerfile-ast';

/** @returns a line for each finding */
type Rule = (file: Dockerfile) => readonly string[];

const stagesOf = (file: Dockerfile): readonly string[] => file.getFROMs().flatMap((from) => from.getBuildStage() ?? []);

/** The instructions from the last FROM on, and those of the stages on which it stands. */
function finalImage(file: Dockerfile): readonly Instruction[] {
  const all = file.getInstructions();
  const stageOf = (from: From | undefined): readonly Instruction[] => {
    if (from === undefined) return [];
    const start = all.indexOf(from);
    const next = all.findIndex((one, index) => index > start && one.getKeyword() === 'FROM');
    const below = file.getFROMs().find((other) => other.getBuildStage() === from.getImage());
    return [...(below === from ? [] : stageOf(below)), ...all.slice(start, next === -1 ? undefined : next)];
  };
  return stageOf(file.getFROMs().at(-1));
}

const lineOf = (one: Instruction): string => `${one.getRange().start.line + 1}: ${one.getKeyword()}`;

const pinnedBase: Rule = (file) =>
  file
    .getFROMs()
    .filter((from) => !stagesOf(file).includes(from.getImage() ?? ''))
    .filter((from) => from.getImageDigest() === null && !/^\d/.test(from.getImageTag() ?? ''))
    .map((from) => `${lineOf(from)} takes a base without a version`);

const ordinaryUser: Rule = (file) => {
  const user = finalImage(file).findLast((one) => one.getKeyword() === 'USER');
  const isRoot = /^(?:|root|0)(?::|$)/.test(user?.getArgumentsContent() ?? '');
  return isRoot ? ['The image runs as root'] : [];
};

const healthCheck: Rule = (file) => {
  const check = finalImage(file).findLast((one) => one.getKeyword() === 'HEALTHCHECK');
  return /\bCMD\b/.test(check?.getArgumentsContent() ?? '') ? [] : ['The image does not say whether it works'];
};

/** A shell between Docker and the program keeps the signal that ends it. */
const execForm: Rule = (file) =>
  file
    .getInstructions()
    .filter((one) => /^(?:CMD|ENTRYPOINT)$/.test(one.getKeyword()))
    .filter((one) => !one.getArgumentsContent()?.startsWith('['))
    .map((one) => `${lineOf(one)} starts a shell`);

const smallLayers: Rule = (file) =>
  file
    .getInstructions()
    .filter((one) => one.getKeyword() === 'RUN' && /apt-get\b.*\binstall\b/s.test(one.getArgumentsContent() ?? ''))
    .filter((one) => {
      const text = one.getArgumentsContent() ?? '';
      return !['apt-get update', '--no-install-recommends', 'rm -rf /var/lib/apt/lists'].every((part) =>
        text.includes(part),
      );
    })
    .map((one) => `${lineOf(one)} leaves more than the packages`);

const lockedPackages: Rule = (file) =>
  file
    .getInstructions()
    .filter((one) => /\bnpm (?:i|install)\b/.test(one.getArgumentsContent() ?? ''))
    .map((one) => `${lineOf(one)} does not follow the lock file`);

const noAdd: Rule = (file) =>
  file
    .getInstructions()
    .filter((one) => one.getKeyword() === 'ADD')
    .map((one) => `${lineOf(one)} fetches and unpacks without saying it`);

/** What is copied out of the context by name alone, into the image that is kept. */
const builtParts: Rule = (file) =>
  finalImage(file)
    .filter((one) => one instanceof Copy && isOfContext(one))
    .map((one) => `${lineOf(one)} takes sources into the image`);

/** Whether it copies what lies beside the Dockerfile, and no part of another stage. */
export const isOfContext = (copy: Copy): boolean => !copy.getFlags().some((flag) => flag.getName() === 'from');

export const dockerfileRules: Readonly<Record<string, Rule>> = {
  pinnedBase,
  ordinaryUser,
  healthCheck,
  execForm,
  smallLayers,
  lockedPackages,
  noAdd,
  builtParts,
};

export const parsedDockerfile = (text: string): Dockerfile => DockerfileParser.parse(text);
