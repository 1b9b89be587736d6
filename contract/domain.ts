import type { Entity } from './entity.ts'
import type { Screen } from './screen.ts'

/** What a domain has: its part of every list that is made of all of them. */
export interface Domain {
  name: string
  entities: readonly Entity[]
  screens: readonly Screen[]
}
export const domain = (name: string, has: Partial<Omit<Domain, 'name'>>): Domain => ({
  name,
  entities: [],
  screens: [],
  ...has,
})
