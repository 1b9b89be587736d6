import {
  documentKinds,
  type DocumentKind,
  type purposes,
} from '#contract/inventory/document-kinds.ts'

export type Purpose = (typeof purposes)[keyof typeof purposes]
const {
  application,
  warehousing,
  shipment,
  transfer,
  stocktake,
  return: returned,
  inputWarehousing,
  inputShipment,
} = documentKinds

export const isAgricultural = (kind: DocumentKind) =>
  kind === inputWarehousing || kind === inputShipment
/** Kinds that post what comes; a return and a stocktake do one or the other. */
export const receives = (kind: DocumentKind) => kind === warehousing || kind === inputWarehousing
export const ships = (kind: DocumentKind) => kind === shipment || kind === inputShipment

/** What a draft made from a source is for, by the kind of the source. */
const purposeFrom: Readonly<Partial<Record<DocumentKind, Purpose>>> = {
  [application]: 'purchase',
  [transfer]: 'transfer',
  [shipment]: 'transfer',
  [returned]: 'replacement',
  [stocktake]: 'adjustment',
}
/** Purposes that a document only has by being made from another. */
export const neverAlone: ReadonlySet<Purpose> = new Set(['transfer', 'replacement'])

export interface Source {
  kind: DocumentKind
  purpose: string | null
  direction: string | null
}
export const purposeOf = (source: Source, to: DocumentKind): Purpose | null =>
  to === returned ? null : (purposeFrom[source.kind] ?? null)
