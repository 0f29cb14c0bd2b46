/** A script with its model. Only the simulator runs the model, so a program with a real server need not load it. */
import type { Script, ScriptModel } from '../../core/model/effects/request';

export const modelOf = (script: Script, run: ScriptModel): Script => ({ ...script, run });
