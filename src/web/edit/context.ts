/** The rules of an exercise for changing faults; other pages allow everything. */
import { createContext, useContext } from 'react';
import { everyFault, type FaultRules } from './faultRules';

export const FaultRulesContext = createContext(everyFault);

export const useFaultRules = (): FaultRules => useContext(FaultRulesContext);
