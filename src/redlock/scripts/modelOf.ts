/** A script with its model beside it: the simulator runs that, and who has a server needs not load it. */
import type { Script, ScriptModel } from '../../model/request';

export const modelOf = (script: Script, run: ScriptModel): Script => ({ ...script, run });
