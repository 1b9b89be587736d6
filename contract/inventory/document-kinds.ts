/** What documents there are, by the word of their route or, for the farm's own inputs, of ours. */
export const documentKinds = {
  application: 'aplionform',
  warehousing: 'warehousing',
  shipment: 'shipment',
  transfer: 'transfer',
  stocktake: 'inventory_form',
  return: 'return',
  inputWarehousing: 'input_warehousing',
  inputShipment: 'input_shipment',
} as const
export type DocumentKind = (typeof documentKinds)[keyof typeof documentKinds]

/** `counting`: a stocktake whose book quantities are taken. */
export const auditStatus = {
  draft: 0,
  submitted: 1,
  approved: 2,
  rejected: 3,
  voided: 4,
  counting: 5,
} as const
/** How much of a document others have carried out; worked out from them, never typed in. */
export const fulfilment = { none: 0, partial: 1, complete: 2 } as const
/** The same in the words of what comes in, and of what a transfer sends off. */
export const storageStatus = { notStored: 0, partStored: 1, stored: 2 } as const
export const outboundStatus = { notOut: 0, partOut: 1, out: 2 } as const
/**
 * Of a shipment, which is done once it is out, or, where it goes to another warehouse, has arrived:
 * the words of filters and files, which do not know for what each goods left.
 */
export const sentStatus = { notSent: 0, partArrived: 1, sent: 2 } as const
/** Why goods come in or go out. */
export const purposes = {
  purchase: 'purchase',
  produce: 'produce',
  initial: 'initial',
  sale: 'sale',
  use: 'use',
  scrap: 'scrap',
  transfer: 'transfer',
  replacement: 'replacement',
  adjustment: 'adjustment',
} as const
/**
 * What people may give as the reason, by kind; those of transfers, replacements and counts come
 * with the document they are made from.
 */
export const purposesOf: Readonly<
  Partial<Record<DocumentKind, readonly (keyof typeof purposes)[]>>
> = {
  warehousing: ['purchase', 'produce', 'initial', 'adjustment', 'transfer', 'replacement'],
  shipment: ['sale', 'use', 'scrap', 'transfer', 'replacement', 'adjustment'],
  input_warehousing: ['purchase', 'initial', 'adjustment'],
  input_shipment: ['use', 'scrap', 'adjustment'],
}
/**
 * What is asked before a document is handed in: goods past their last day; produce from a plot
 * before its safety interval is over, or of no plot while one is; what a blind count found, where
 * nobody else looks at it.
 */
export const documentQuestions = {
  expired: 'expired',
  harvest: 'harvest',
  plot: 'plot',
  differences: 'differences',
  reserved: 'reserved',
} as const
export type DocumentQuestion = keyof typeof documentQuestions
/**
 * From which end of a document between two warehouses whoever looks sees it, where they do not see
 * both; nothing where they do.
 */
export const sides = { sending: 'sending', receiving: 'receiving', neither: 'neither' } as const
/** Where returned goods go: back into the warehouse, or back to who sold them. */
export const directions = { in: 'in', out: 'out' } as const
