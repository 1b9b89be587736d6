/** `in`, `gain`: quantity comes; `out`, `loss`: it goes. */
type MoveType = 'in' | 'out' | 'gain' | 'loss'

/**
 * One line of a document as it moves stock of its warehouse. A document names a thing and lot once.
 */
export interface Move {
  lineId: number
  /** From 0, in the order of the document. */
  position: number
  skuId: number
  /** Empty: none. */
  lot: string
  expiresOn: string | null
  /** Of seed, where its paper says so. */
  germination: number | null
  /** The day of the test that says so, and with how many seeds it was made. */
  testedOn: string | null
  sampleSize: number | null
  type: MoveType
  /** Above nothing, three decimals. */
  quantity: number
  /**
   * Yuan for all of it, two decimals; null: not known, or at the average. Goods that go leave at
   * the average.
   */
  value: number | null
  /** Its balances are there already. */
  isPlaced?: boolean
}
/** What is posted, for which document, on whose behalf. */
export interface Posting {
  documentId: number
  warehouseId: number
  /** Where they are sent: goods in transit. */
  destinationWarehouseId?: number | null
  /** The day on which it happened. */
  occurredOn: string
  moves: readonly Move[]
  by: number | null
}
