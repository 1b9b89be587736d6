import {
  choice,
  choices,
  code,
  date,
  decimal,
  files,
  flag,
  id,
  integer,
  inUse,
  lines,
  money,
  ref,
  text,
  type Field,
  type Fields,
} from '../field.ts'
import { columns } from './document-lines.ts'
import { cost } from './cost.ts'
import {
  auditStatus,
  directions,
  documentKinds,
  documentQuestions,
  fulfilment,
  outboundStatus,
  purposes,
  sentStatus,
  sides,
  storageStatus,
} from './document-kinds.ts'

/** Named, or also chosen, beyond the data scope: by its name, and nothing else of it. */
export const beyond = <F extends Field>(how: 'named' | 'chosen', one: F): F => ({
  ...one,
  beyond: how,
})
/** Every field that a document of any kind has. */
export const fields = {
  id: id(),
  code: text({ max: 32, readonly: true }),
  kind: choice(documentKinds, { readonly: true }),
  auditStatus: code(auditStatus, { readonly: true }),
  execStatus: code(
    { ...fulfilment, ...storageStatus, ...outboundStatus, ...sentStatus },
    { readonly: true },
  ),
  /** The rest will not come: closed short. */
  closedFlag: flag({ readonly: true }),
  closeReason: text({ max: 200, readonly: true }),
  /** Why what it posted was undone. */
  voidReason: text({ max: 200, readonly: true }),
  /** Who wrote it. */
  maker: text({ max: 40, readonly: true }),
  /** The day on which it happened, by the farm's clock. */
  occurredOn: date({ required: true }),
  warehouseId: ref('warehouse', { required: true }),
  /** Goods may be sent away to whom one does not see: they are taken in there by whoever does. */
  toWarehouseId: beyond('chosen', inUse(ref('warehouse', { required: true }))),
  side: choice(sides, { readonly: true }),
  partnerId: ref('partner', {}),
  purpose: choice(purposes, { required: true }),
  direction: choice(directions, { readonly: true }),
  arrivalDate: date({}),
  /** Who carries or fetches the goods. */
  bearer: text({ max: 40 }),
  landId: ref('land', {}),
  /** From which day on the plot may be harvested after what was used on it. */
  harvestFrom: date({ readonly: true }),
  /** The document it is made from. */
  sourceId: integer({ min: 1, max: 9e15, createOnly: true }),
  sourceCode: text({ max: 32, readonly: true }),
  sourceKind: choice(documentKinds, { readonly: true }),
  goods: lines(columns, { max: 2000, detailOnly: true }),
  /** Freight, loading and the like: spread over the goods by their value. */
  otherFees: cost(
    lines(
      { name: text({ required: true, max: 40 }), amount: money({ required: true }) },
      { max: 20 },
    ),
  ),
  goodsTotal: cost(money({ readonly: true })),
  total: cost(money({ readonly: true })),
  /** What the goods that went cost, by the ledger. */
  costTotal: cost(money({ readonly: true })),
  blindFlag: flag({}),
  /** How near the books were: of what they said, the part that was there, in percent. Nothing before the count is handed in. */
  accuracy: decimal({ min: -99_999, max: 100, scale: 1, unit: '%', readonly: true }),
  gainValue: cost(money({ readonly: true })),
  lossValue: cost(money({ readonly: true })),
  /** What whoever handed it in was asked, and said yes to. */
  accepted: choices(documentQuestions, { readonly: true }),
  attachments: files({ max: 10 }),
  remark: text({ max: 200 }),
} satisfies Fields
