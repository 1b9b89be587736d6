import type { ApprovableForm, FactKinds } from '../approval/form.ts'
import { costCode } from './cost.ts'
import { documentKinds, purposes, type DocumentKind } from './document-kinds.ts'
import { documents } from './document.ts'
import { documentScreens } from './document-screens.ts'

const always = {
  total: { kind: 'money', seenBy: costCode },
  lines: { kind: 'integer' },
  warehouseId: { kind: 'ref', to: 'warehouse' },
  organizationId: { kind: 'ref', to: 'organization' },
} as const
const partner = { partnerId: { kind: 'ref', to: 'partner' } } as const
const purpose = { purpose: { kind: 'choice', codes: Object.values(purposes) } } as const
const target = { toWarehouseId: { kind: 'ref', to: 'warehouse' } } as const
const factsOf: Readonly<Record<DocumentKind, FactKinds>> = {
  aplionform: { ...always, ...partner },
  warehousing: { ...always, ...partner, ...purpose },
  shipment: { ...always, ...partner, ...purpose },
  transfer: { ...always, ...target },
  inventory_form: always,
  return: { ...always, ...partner },
  input_warehousing: { ...always, ...partner, ...purpose },
  input_shipment: { ...always, ...purpose },
}
/** Every document of stock can ask for approval. */
export const stockForms: readonly ApprovableForm[] = Object.values(documentKinds).map((code) => ({
  code,
  entity: documents[code],
  screen: documentScreens[code],
  facts: factsOf[code],
}))
