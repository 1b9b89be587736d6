import { codes, entity, rest, type Entity } from '../entity.ts'
import { choice, code, inUse, onlyWhen, ref, type Field, type Fields } from '../field.ts'
import { beyond, fields } from './document-fields.ts'
import { counts, goods, issued, received, sent } from './document-lines.ts'
import {
  fulfilment,
  outboundStatus,
  purposes,
  purposesOf,
  sentStatus,
  storageStatus,
  type DocumentKind,
} from './document-kinds.ts'
import { isClosable, isSendersPart } from './document-rules.ts'

type FieldName = keyof typeof fields

type Code = string | readonly [string, string]
const actions: readonly Code[] = [
  'create',
  'edit',
  'delete',
  'submit',
  ['withdraw', 'submit'],
  'close',
  'void',
  ['convert', 'create'],
]
const states = {
  edit: ['draft', 'rejected'],
  delete: ['draft', 'rejected'],
  submit: ['draft', 'rejected'],
  withdraw: ['submitted'],
  close: ['approved'],
  void: ['approved'],
  convert: ['approved'],
} as const
const conditions = { close: isClosable }
/** The end that takes goods in does nothing with the sender's paper. */
const othersPart = { is: isSendersPart, refusal: 'document.other_side' } as const

/**
 * The family: one table, one life cycle. Its kinds have the routes, the codes and the fields that
 * they need.
 */
export const stockDocument = entity('stockDocument', {
  module: 'inventory',
  stored: { view: 'stock_document_view' },
  title: 'code',
  placed: 'document',
  api: {},
  permissions: codes('wfpf.inventory.prment.document.ps', ...actions, ['start', 'edit']),
  fields,
  stateField: 'auditStatus',
  states,
  conditions,
})

const always: readonly FieldName[] = [
  'id',
  'code',
  'auditStatus',
  'voidReason',
  'occurredOn',
  'goods',
  'goodsTotal',
  'total',
  'maker',
  'attachments',
  'remark',
]
const executed: readonly FieldName[] = ['execStatus', 'closedFlag', 'closeReason']
const statesOf: Readonly<Partial<Record<DocumentKind, Readonly<Record<string, number>>>>> = {
  aplionform: storageStatus,
  warehousing: storageStatus,
  input_warehousing: storageStatus,
  transfer: outboundStatus,
  shipment: sentStatus,
  input_shipment: outboundStatus,
}
/** Where goods come in; where they go out or are counted, it may be out of use. */
const takingIn = { warehouseId: inUse(fields.warehouseId) }
const sourced: readonly FieldName[] = ['sourceId', 'sourceKind', 'sourceCode']

function ofKind<const N extends string>(
  name: N,
  kind: DocumentKind,
  prefix: string,
  own: readonly FieldName[],
  more: {
    goods?: Field
    own?: Fields
    codes?: readonly Code[]
    api?: Record<string, `POST /${string}`>
    states?: Record<string, readonly string[]>
  } = {},
): Entity<N> {
  const base = `wfpf/v1/{tenant}/${kind.replaceAll('_', '-')}` as const
  const isExecuted = own.includes('closeReason')
  const names = (Object.keys(fields) as FieldName[]).filter(
    (field) => always.includes(field) || own.includes(field),
  )
  return entity(name, {
    module: 'inventory',
    title: 'code',
    placed: 'document',
    stateField: 'auditStatus',
    states: { ...states, ...more.states },
    ...(isExecuted && { conditions }),
    ...(own.includes('side') && { othersPart }),
    permissions: {
      list: prefix,
      ...codes(
        `${prefix}.ps`,
        ...actions.filter((action) => action !== 'close' || isExecuted),
        ...(more.codes ?? []),
      ),
    },
    // chosen: the specification names the screens and no calls
    api: {
      ...rest(base),
      submit: `POST /${base}/{id}/submit`,
      withdraw: `POST /${base}/{id}/withdraw`,
      void: `POST /${base}/{id}/void`,
      ...(isExecuted && { close: `POST /${base}/{id}/close` }),
      ...more.api,
    },
    actionInputs: { void: ['voidReason'], ...(isExecuted && { close: ['closeReason'] }) },
    variantOf: { entity: 'stockDocument', only: { kind } },
    fields: Object.fromEntries(
      names.map((field) => [
        field,
        more.own?.[field] ??
          (field === 'execStatus'
            ? code(statesOf[kind] ?? fulfilment, { readonly: true })
            : field === 'goods'
              ? (more.goods ?? goods)
              : field === 'purpose'
                ? choice(Object.fromEntries(purposesOf[kind]!.map((one) => [one, one])), {
                    required: true,
                  })
                : fields[field]),
      ]),
    ),
  }) as unknown as Entity<N>
}
const prment = 'wfpf.inventory.prment'
export const application = ofKind(
  'application',
  'aplionform',
  `${prment}.aplionform`,
  ['warehouseId', 'partnerId', 'arrivalDate', ...executed],
  { own: takingIn },
)
export const warehousing = ofKind(
  'warehousing',
  'warehousing',
  `${prment}.warehousing`,
  [
    'warehouseId',
    'partnerId',
    'purpose',
    'landId',
    'arrivalDate',
    'bearer',
    'otherFees',
    'accepted',
    // What has come is not waited for: nothing of it can be called over.
    'execStatus',
    ...sourced,
  ],
  {
    goods: received,
    // Produce says where it grew, so that what was sprayed there is remembered.
    own: { ...takingIn, landId: onlyWhen('purpose', [purposes.produce], ref('land', {})) },
  },
)
export const shipment = ofKind(
  'shipment',
  'shipment',
  `${prment}.shipment`,
  [
    'warehouseId',
    'partnerId',
    'purpose',
    'landId',
    'harvestFrom',
    'bearer',
    'otherFees',
    'costTotal',
    'accepted',
    'side',
    ...executed,
    ...sourced,
  ],
  {
    goods: sent,
    // What keeps a plot from being harvested says where it is used, whichever document it leaves by.
    own: {
      landId: onlyWhen('purpose', [purposes.use], ref('land', {})),
      warehouseId: beyond('named', fields.warehouseId),
    },
  },
)
export const transfer = ofKind(
  'transfer',
  'transfer',
  `${prment}.transfer`,
  ['warehouseId', 'toWarehouseId', 'arrivalDate', 'bearer', 'side', ...executed],
  { own: { warehouseId: beyond('named', { ...fields.warehouseId, calledAs: 'fromWarehouseId' }) } },
)
export const stocktake = ofKind(
  'stocktake',
  'inventory_form',
  `${prment}.inventory_form`,
  ['warehouseId', 'blindFlag', 'accuracy', 'gainValue', 'lossValue', 'accepted', ...executed],
  {
    goods: counts,
    codes: [['start', 'edit']],
    api: { start: 'POST /wfpf/v1/{tenant}/inventory-form/{id}/start' },
    states: {
      start: ['draft'],
      submit: ['counting', 'rejected'],
      count: ['counting', 'rejected'],
      delete: ['draft', 'counting', 'rejected'],
    },
  },
)
export const goodsReturn = ofKind('goodsReturn', 'return', `${prment}.return`, [
  'warehouseId',
  'partnerId',
  'direction',
  'bearer',
  ...executed,
  ...sourced,
])
const farm = 'wfpf.farm.agricultural'
export const inputWarehousing = ofKind(
  'inputWarehousing',
  'input_warehousing',
  `${farm}.agricultural-warehousing`,
  ['execStatus', 'warehouseId', 'partnerId', 'purpose', 'bearer', 'otherFees', 'accepted'],
  { goods: received, own: takingIn },
)
export const inputShipment = ofKind(
  'inputShipment',
  'input_shipment',
  `${farm}.agricultural-shipment`,
  [
    'execStatus',
    'warehouseId',
    'purpose',
    'bearer',
    'landId',
    'harvestFrom',
    'costTotal',
    'accepted',
  ],
  { goods: issued },
)

/** Every kind, by its word on the wire. */
export const documents: Readonly<Record<DocumentKind, Entity>> = {
  aplionform: application,
  warehousing,
  shipment,
  transfer,
  inventory_form: stocktake,
  return: goodsReturn,
  input_warehousing: inputWarehousing,
  input_shipment: inputShipment,
}
