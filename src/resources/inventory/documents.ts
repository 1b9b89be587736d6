import type { Entity } from '#contract/entity.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { resource, type AnyResource, type LazyPage } from '#src/kit/definition/resource.ts'
import {
  AuditCell,
  GoodsInput,
  ProgressCell,
  PurposeInput,
  TargetInput,
  TotalCell,
  targetFilter,
} from '#src/pages/inventory/stock-document/DocumentCells.tsx'

interface Own {
  columns: readonly string[]
  /** Of them, those that wait in the column settings. */
  more?: readonly string[]
  filters: readonly string[]
  form: readonly (readonly string[])[]
  pages?: Readonly<Record<string, LazyPage>>
}
/** Kinds that say how far they are carried out, by others or by their own posting. */
const executed: readonly DocumentKind[] = [
  'aplionform',
  'transfer',
  'shipment',
  'warehousing',
  'input_warehousing',
  'input_shipment',
]
const form: LazyPage = () => import('#src/pages/inventory/stock-document/DocumentFormPage.tsx')
const info: LazyPage = () => import('#src/pages/inventory/stock-document/DocumentPage.tsx')
const into =
  (...to: [DocumentKind, ...DocumentKind[]]): LazyPage =>
  () =>
    import('#src/pages/inventory/stock-document/ConvertPage.tsx').then(({ convertPage }) =>
      convertPage(to),
    )

const summarized = [
  'occurredOn',
  'warehouseId',
  'toWarehouseId',
  'partnerId',
  'purpose',
  'arrivalDate',
  'bearer',
  'landId',
  'harvestFrom',
  'total',
  'otherFees',
  'attachments',
  'remark',
]
/** The family's list, draft and detail page; a kind names its columns and what its draft asks for. */
function ofKind(
  kind: DocumentKind,
  { columns, more = [], filters, form: rows, pages }: Own,
): AnyResource {
  const entity: Entity = documents[kind]
  return resource(entity, {
    screen: documentScreens[kind],
    list: {
      columns: [
        'code',
        'occurredOn',
        ...columns,
        'auditStatus',
        ...(executed.includes(kind) ? ['execStatus'] : []),
        'remark',
      ],
      more: [...more, 'remark'],
      totals: ['total', 'costTotal', 'gainValue', 'lossValue'],
      filters: ['code', 'auditStatus', ...filters, 'occurredOn'],
      ...('toWarehouseId' in entity.fields && { ownFilters: { toWarehouseId: targetFilter } }),
      rowActions: ['show', 'submit', 'edit', 'void', 'delete'],
      bulkActions: ['submit', 'delete'],
      printRows: () => import('#src/pages/inventory/stock-document/PrintManyDialog.tsx'),
    },
    form: [
      ...rows,
      ['goods'],
      ...('otherFees' in entity.fields ? [['otherFees']] : []),
      ['attachments'],
      ['remark'],
    ],
    open: { create: 'page', edit: 'page', show: 'page' },
    pages: { add: form, 'edit/:id': form, 'info/:id': info, ...pages },
    cells: {
      auditStatus: AuditCell,
      total: TotalCell,
      costTotal: TotalCell,
      ...(executed.includes(kind) && { execStatus: ProgressCell }),
    },
    inputs: {
      goods: GoodsInput,
      ...('purpose' in entity.fields && { purpose: PurposeInput }),
      ...('toWarehouseId' in entity.fields && { toWarehouseId: TargetInput }),
    },
    summary: {
      fields: summarized.filter((name) => name in entity.fields),
      wide: ['otherFees', 'remark'],
      lines: () =>
        import('#src/features/inventory/GoodsTable.tsx').then(({ GoodsTable }) => ({
          default: GoodsTable,
        })),
    },
    dialogs: { submit: () => import('#src/pages/inventory/stock-document/SubmitDialog.tsx') },
  })
}

const documentResources: Readonly<Record<DocumentKind, AnyResource>> = {
  aplionform: ofKind('aplionform', {
    columns: ['warehouseId', 'partnerId', 'total', 'arrivalDate'],
    filters: ['warehouseId', 'partnerId', 'execStatus'],
    form: [
      ['occurredOn', 'arrivalDate'],
      ['warehouseId', 'partnerId'],
    ],
  }),
  transfer: ofKind('transfer', {
    columns: ['warehouseId', 'toWarehouseId', 'arrivalDate', 'bearer'],
    filters: ['warehouseId', 'toWarehouseId', 'execStatus'],
    form: [['occurredOn', 'arrivalDate'], ['warehouseId', 'toWarehouseId'], ['bearer']],
    pages: { 'convert/:id': into('shipment') },
  }),
  shipment: ofKind('shipment', {
    columns: ['warehouseId', 'purpose', 'partnerId', 'harvestFrom', 'costTotal', 'bearer'],
    more: ['harvestFrom', 'bearer'],
    filters: ['warehouseId', 'purpose', 'partnerId', 'execStatus'],
    form: [
      ['occurredOn', 'purpose'],
      ['warehouseId', 'landId'],
      ['partnerId', 'bearer'],
    ],
    pages: { 'convert/:id': into('warehousing'), 'return/:id': into('return') },
  }),
  warehousing: ofKind('warehousing', {
    columns: ['warehouseId', 'purpose', 'partnerId', 'total', 'bearer'],
    more: ['bearer'],
    filters: ['warehouseId', 'purpose', 'partnerId', 'execStatus'],
    form: [
      ['occurredOn', 'arrivalDate'],
      ['purpose', 'warehouseId'],
      ['landId'],
      ['partnerId', 'bearer'],
    ],
    pages: {
      'convert_shipment/:id': into('warehousing'),
      'convert_purchase/:id': into('warehousing'),
    },
  }),
  inventory_form: ofKind('inventory_form', {
    columns: ['warehouseId', 'blindFlag', 'accuracy', 'gainValue', 'lossValue'],
    more: ['blindFlag'],
    filters: ['warehouseId'],
    form: [['occurredOn', 'warehouseId'], ['blindFlag']],
    pages: { 'resubmit/:id': info, 'convert/:id': into('warehousing', 'shipment') },
  }),
  return: ofKind('return', {
    columns: ['direction', 'warehouseId', 'partnerId', 'sourceCode', 'total'],
    filters: ['direction', 'warehouseId', 'partnerId'],
    form: [
      ['occurredOn', 'warehouseId'],
      ['partnerId', 'bearer'],
    ],
    pages: {
      'convert/:id': () =>
        import('#src/pages/inventory/stock-document/ConvertPage.tsx').then(
          ({ ReplacementPage }) => ({
            default: ReplacementPage,
          }),
        ),
    },
  }),
  input_warehousing: ofKind('input_warehousing', {
    columns: ['warehouseId', 'purpose', 'partnerId', 'total', 'bearer'],
    more: ['bearer'],
    filters: ['warehouseId', 'purpose', 'partnerId', 'execStatus'],
    form: [['occurredOn', 'purpose'], ['warehouseId', 'partnerId'], ['bearer']],
  }),
  input_shipment: ofKind('input_shipment', {
    columns: ['warehouseId', 'purpose', 'landId', 'harvestFrom', 'costTotal', 'bearer'],
    more: ['purpose', 'bearer'],
    filters: ['warehouseId', 'purpose', 'landId', 'execStatus'],
    form: [['occurredOn', 'purpose'], ['warehouseId', 'landId'], ['bearer']],
  }),
}
/** In menu order. */
export const documentLists: readonly AnyResource[] = Object.values(documentResources)
