import { documentKinds, purposes, type DocumentKind } from '../inventory/document-kinds.ts'
import { documents, documentScreens } from '../inventory/document.ts'

/** What a condition may look at: an amount, one of some rows (by id), or one of some words. */
export type Fact =
  | { kind: 'money' | 'integer' }
  | { kind: 'ref'; to: 'warehouse' | 'partner' | 'organization' }
  | { kind: 'choice'; codes: readonly string[] }
interface ApprovableForm {
  code: DocumentKind
  /** Key of its name in the locales. */
  label: string
  /** By name in `Submission.facts`; `organizationId` is the submitter's and filled in by the engine. */
  facts: Readonly<Record<string, Fact>>
  /** Page of one record, before its id. */
  route: string
}

const always = {
  total: { kind: 'money' },
  lines: { kind: 'integer' },
  warehouseId: { kind: 'ref', to: 'warehouse' },
  organizationId: { kind: 'ref', to: 'organization' },
} as const
const partner = { partnerId: { kind: 'ref', to: 'partner' } } as const
const purpose = { purpose: { kind: 'choice', codes: Object.values(purposes) } } as const
const target = { toWarehouseId: { kind: 'ref', to: 'warehouse' } } as const
const factsOf: Readonly<Record<DocumentKind, ApprovableForm['facts']>> = {
  aplionform: { ...always, ...partner },
  warehousing: { ...always, ...partner, ...purpose },
  shipment: { ...always, ...partner, ...purpose },
  transfer: { ...always, ...target },
  inventory_form: always,
  return: { ...always, ...partner },
  input_warehousing: { ...always, ...partner, ...purpose },
  input_shipment: { ...always, ...purpose },
}
export const approvableCodes = documentKinds
/** Every form that can ask for approval, by its code. */
export const approvableForms = Object.fromEntries(
  Object.values(documentKinds).map((code) => [
    code,
    {
      code,
      label: `${documents[code].module}:${documents[code].name}.name`,
      facts: factsOf[code],
      route: `${documentScreens[code].route}/info`,
    },
  ]),
) as Readonly<Record<DocumentKind, ApprovableForm>>

/** Where a record is looked at; what is not known is opened as the specification opens everything. */
export const pageOfRecord = (formCode: string, thirdId: number) =>
  `${approvableForms[formCode as DocumentKind]?.route ?? approvableForms.inventory_form.route}/${thirdId}`
