import type { RowCondition } from '../entity.ts'
import {
  auditStatus,
  directions,
  fulfilment,
  purposes,
  sides,
  type DocumentKind,
} from './document-kinds.ts'

/** What of a document decides what may be done with it; rows of every kind have some of it. */
export interface DocumentFacts {
  auditStatus: number
  execStatus?: number | null
  closedFlag?: number | null
  purpose?: string | null
  direction?: string | null
  side?: string | null
}
/** What a document may be turned into (docs/specification.md 8.1). */
export const conversions: Readonly<Record<DocumentKind, readonly DocumentKind[]>> = {
  aplionform: ['warehousing'],
  transfer: ['shipment'],
  shipment: ['return', 'warehousing'],
  warehousing: ['return'],
  return: ['shipment', 'warehousing'],
  inventory_form: ['warehousing', 'shipment'],
  input_warehousing: [],
  input_shipment: [],
}

const isTransfer = ({ purpose }: Pick<DocumentFacts, 'purpose'>) => purpose === purposes.transfer
/**
 * Whether others carry out what a document says: of what has come or gone for good, they only bring
 * some back.
 */
export const isCarriedOut = (row: Readonly<Record<string, unknown>>) =>
  row.purpose === undefined || row.purpose === null || isTransfer(row)

/** Not handed in, or given back: it may be handed in. */
export const isOpenToSubmit = (status: unknown): boolean =>
  status === auditStatus.draft || status === auditStatus.rejected || status === auditStatus.counting

/** Approved, and nobody has called the rest over. */
export const isOpenAsSource = ({ auditStatus: status, closedFlag }: DocumentFacts) =>
  status === auditStatus.approved && closedFlag !== 1

/**
 * Whether a kind follows from a document: goods in transit arrive, what was sold or bought is given
 * back, what was given back is replaced.
 */
export function follows(
  from: DocumentKind,
  row: Pick<DocumentFacts, 'purpose' | 'direction'>,
  to: DocumentKind,
): boolean {
  if (!conversions[from].includes(to)) return false
  if (from === 'shipment') return isTransfer(row) === (to === 'warehousing')
  if (from === 'warehousing') return !isTransfer(row)
  if (from === 'return') return (row.direction === directions.out) === (to === 'warehousing')
  return true
}

/** Seen by where goods go alone: what is the sender's is not done there. */
export const isSendersPart: RowCondition = ({ side }) =>
  side === sides.receiving || side === sides.neither
/**
 * Whether what follows from a document between two warehouses is for the end that whoever looks
 * does not see: one sends, the other takes in.
 */
export const isOtherEnds = (
  from: DocumentKind,
  { side = null, purpose = null }: Pick<DocumentFacts, 'side' | 'purpose'>,
): boolean =>
  (from === 'transfer' && isSendersPart({ side })) ||
  (from === 'shipment' &&
    isTransfer({ purpose }) &&
    (side === sides.sending || side === sides.neither))

/** What a document may be turned into as it stands, whatever is left on its lines. */
export const nextKinds = (from: DocumentKind, row: DocumentFacts): DocumentKind[] =>
  isOpenAsSource(row) && !isOtherEnds(from, row)
    ? conversions[from].filter(
        (to) =>
          follows(from, row, to) &&
          // What has come or gone for good is complete from the start, and can be given back.
          (to === 'return' || row.execStatus !== fulfilment.complete),
      )
    : []

/** The rest can be called over where something is waited for. */
export const isClosable: RowCondition = (row) =>
  row.execStatus !== fulfilment.complete && row.closedFlag !== 1 && isCarriedOut(row)
