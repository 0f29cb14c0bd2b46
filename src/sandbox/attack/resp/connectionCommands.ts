/**
 * What a server answers about a connection and itself, which no server of the run needs to see: names, versions,
 * settings. In the words of Redis 7.0.
 */
import { Pairs, ServerError, Status } from './replies';

const serverVersion = '7.4.0';
export const okay = new Status('OK');

export const wrongArity = (name: string): ServerError =>
  new ServerError(`ERR wrong number of arguments for '${name.toLowerCase()}' command`);
const syntaxError = new ServerError('ERR syntax error');
const noCluster = new ServerError('ERR This instance has cluster support disabled');
const badName = new ServerError('ERR Client names cannot contain spaces, newlines or special characters.');
const unknownPart = (part: string, of: string): ServerError =>
  new ServerError(`ERR unknown subcommand '${part}'. Try ${of} HELP.`);

const sections: Readonly<Record<string, string>> = {
  server: `# Server\r\nredis_version:${serverVersion}\r\nredis_mode:standalone\r\n`,
  memory: '# Memory\r\nmaxmemory:0\r\nmaxmemory_policy:noeviction\r\n',
  persistence: '# Persistence\r\nloading:0\r\n',
  replication: '# Replication\r\nrole:master\r\nconnected_slaves:0\r\n',
  cluster: '# Cluster\r\ncluster_enabled:0\r\n',
};
const everySection = /^(all|default|everything)$/;

const settings: Readonly<Record<string, string>> = {
  appendonly: 'no',
  databases: '16',
  maxmemory: '0',
  'maxmemory-policy': 'noeviction',
  'notify-keyspace-events': '',
  save: '',
  timeout: '0',
};

/** The subcommands that a real server has, and that change what a simulated one cannot. */
const others: Readonly<Record<string, RegExp>> = {
  CLIENT: /^(CACHING|GETREDIR|HELP|KILL|PAUSE|REPLY|TRACKING|TRACKINGINFO|UNBLOCK|UNPAUSE)$/,
  CONFIG: /^(SET|REWRITE|RESETSTAT|HELP)$/,
  COMMAND: /^(GETKEYS|GETKEYSANDFLAGS|LIST|HELP)$/,
};

/** Asked for something that is not simulated. */
export class Unable {
  constructor(readonly what: string) {}
}

export interface About {
  name: string | null;
  version: 2 | 3;
  readonly isKnown: (command: string) => boolean;
  readonly commandCount: number;
}

/** Undefined: it is no command about the connection. */
export function answerAbout(about: About, name: string, args: readonly string[]): unknown {
  const [what = '', first = ''] = args;
  const part = what.toUpperCase();
  if (others[name]?.test(part) && !(part === 'REPLY' && /^ON$/i.test(first))) return new Unable(`${name} ${part}`);
  switch (name) {
    case 'HELLO':
      return hello(about, args);
    case 'AUTH':
      // The program's own password is accepted: it is not what is tried.
      return args.length === 0 ? wrongArity(name) : args.length > 2 ? syntaxError : okay;
    case 'READONLY':
    case 'READWRITE':
      return args.length > 0 ? wrongArity(name) : noCluster;
    case 'INFO':
      return Object.entries(sections)
        .filter(([section]) => args.length === 0 || args.some((arg) => arg === section || everySection.test(arg)))
        .map(([, text]) => text)
        .join('\r\n');
    case 'CONFIG':
      if (args.length === 0) return wrongArity(name);
      if (part !== 'GET') return unknownPart(what, name);
      if (args.length < 2) return wrongArity('config|get');
      return new Pairs(Object.entries(settings).filter(([key]) => args.slice(1).some((glob) => matches(key, glob))));
    case 'COMMAND':
      return command(about, args);
    case 'CLIENT':
      return client(about, args);
    default:
      return undefined;
  }
}

const matches = (key: string, glob: string): boolean =>
  new RegExp(`^${glob.replace(/[^\w*-]/g, '.').replaceAll('*', '.*')}$`, 'i').test(key);

function hello(about: About, [version, ...options]: readonly string[]): unknown {
  if (version !== undefined && !/^-?\d+$/.test(version))
    return new ServerError('ERR Protocol version is not an integer or out of range');
  if (version !== undefined && version !== '2' && version !== '3')
    return new ServerError('NOPROTO unsupported protocol version');
  let name: string | null = null;
  for (let i = 0; i < options.length; ) {
    const option = options[i]?.toUpperCase();
    const left = options.length - i - 1;
    if (option === 'AUTH' && left >= 2) i += 3;
    else if (option === 'SETNAME' && left >= 1) {
      name = options[i + 1] ?? '';
      if (!isName(name)) return badName;
      i += 2;
    } else return new ServerError(`ERR Syntax error in HELLO option '${options[i]}'`);
  }
  if (name !== null) about.name = name;
  if (version !== undefined) about.version = version === '3' ? 3 : 2;
  return new Pairs([
    ['server', 'redis'],
    ['version', serverVersion],
    ['proto', about.version],
    ['id', 1],
    ['mode', 'standalone'],
    ['role', 'master'],
    ['modules', []],
  ]);
}

const isName = (name: string): boolean => /^[!-~]*$/.test(name);

function client(about: About, args: readonly string[]): unknown {
  const [what = '', first = ''] = args;
  switch (what.toUpperCase()) {
    case '':
      return wrongArity('client');
    case 'ID':
      return 1;
    case 'GETNAME':
      return about.name;
    case 'SETNAME':
      if (args.length !== 2) return wrongArity('client|setname');
      if (!isName(first)) return badName;
      about.name = first === '' ? null : first;
      return okay;
    case 'INFO':
    case 'LIST':
      return `id=1 addr=127.0.0.1:1 laddr=127.0.0.1:6379 name=${about.name ?? ''} db=0 resp=${about.version}\n`;
    case 'SETINFO':
    case 'NO-EVICT':
    case 'NO-TOUCH':
    case 'REPLY':
      return okay;
    default:
      return unknownPart(what, 'CLIENT');
  }
}

/** Nothing but the names of the commands is known here. */
function command(about: About, [what = '', ...names]: readonly string[]): unknown {
  switch (what.toUpperCase()) {
    case '':
      return [];
    case 'COUNT':
      return about.commandCount;
    case 'DOCS':
      return new Pairs([]);
    case 'INFO':
      return names.map((name) => (about.isKnown(name.toUpperCase()) ? [name.toLowerCase()] : null));
    default:
      return unknownPart(what, 'COMMAND');
  }
}
