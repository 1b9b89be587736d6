import type { Entity } from '../entity.ts'
import type { Screen } from '../screen.ts'

/** What a condition may look at: an amount, one of some rows (by id), or one of some words. */
export type Fact =
  | {
      kind: 'money' | 'integer'
      /** As of a field: told only to holders of this code. Conditions look at it all the same. */ seenBy?: string
    }
  | { kind: 'ref'; to: 'warehouse' | 'partner' | 'organization' }
  | { kind: 'choice'; codes: readonly string[] }
export type FactKinds = Readonly<Record<string, Fact>>
/** A kind of record that can be handed in; the domain that has the record declares it. */
export interface ApprovableForm {
  /** On the wire and in the labels. */
  code: string
  entity: Entity
  /** Its list, below which `info/{id}` is one record's page where it is not said otherwise. */
  screen: Screen
  address?: (id: number) => string
  /** Where it is handed in nobody is there to be asked whom to ask: a flow may not leave it open. */
  asksNobody?: true
  /** By name in `Submission.facts`; `organizationId` is the submitter's and filled in by the engine. */
  facts: FactKinds
}
