import { createContext, use } from 'react'
import type { FormValue } from './form-value.ts'

const Whole = createContext<FormValue>({})
export const WholeForm = Whole.Provider

/**
 * What the other fields of the form hold, for the few inputs that look at them: those are drawn
 * again with every key.
 */
export const useWholeForm = () => use(Whole)

type SetField = (name: string, value: unknown) => void
const Setter = createContext<SetField>(() => {})
export const FormSetter = Setter.Provider
/** Fills another field of the form, for the few inputs that know what belongs there. */
export const useFormSetter = () => use(Setter)
