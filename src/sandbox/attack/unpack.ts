/** MessagePack in arguments of scripts, which libraries of job queues send. */
import { Unpackr } from 'msgpackr/unpack';
import type { Unpack } from '../../core/lua/msgpack';

const unpackr = new Unpackr({ useRecords: false, mapsAsObjects: false, int64AsType: 'number' });

export const unpack: Unpack = (bytes) => unpackr.unpackMultiple(bytes);
