import { createContext, use } from 'react'
import type { FormValue } from './form-value.ts'

const Whole = createContext<FormValue>({})
export const WholeForm = Whole.Provider

/**
 * What the other fields of the form hold, for the few inputs that look at them: those are drawn
 * again with every key.
 */
export const useWholeForm = () => use(Whole)
