import { entityScreen, type Screen } from '../screen.ts'
import { documents } from './document.ts'
import type { DocumentKind } from './document-kinds.ts'

const place = { module: 'inventory', group: 'documents' } as const
export const documentScreens: Readonly<Record<DocumentKind, Screen>> = {
  aplionform: entityScreen('aplionform', documents.aplionform, {
    route: '/inventory/prment/aplionform',
    icon: 'request',
    at: 1,
    count: 'aplionform',
    ...place,
  }),
  warehousing: entityScreen('warehousing', documents.warehousing, {
    route: '/inventory/prment/warehousing',
    icon: 'receipt',
    at: 2,
    count: 'warehousing',
    ...place,
  }),
  shipment: entityScreen('shipment', documents.shipment, {
    route: '/inventory/prment/shipment',
    icon: 'issue',
    at: 3,
    count: 'shipment',
    ...place,
  }),
  transfer: entityScreen('transfer', documents.transfer, {
    route: '/inventory/prment/transfer',
    icon: 'transfer',
    at: 4,
    count: 'transfer',
    ...place,
  }),
  inventory_form: entityScreen('inventory_form', documents.inventory_form, {
    route: '/inventory/prment/inventory_form',
    icon: 'count',
    at: 5,
    count: 'inventory_form',
    ...place,
  }),
  return: entityScreen('return', documents.return, {
    route: '/inventory/prment/return',
    icon: 'return',
    at: 6,
    count: 'return',
    ...place,
  }),
  input_warehousing: entityScreen('agricultural-warehousing', documents.input_warehousing, {
    route: '/web/farm/agricultural/agricultural-warehousing',
    module: 'farm',
    group: 'inputs',
    icon: 'sack-in',
    at: 3,
    count: 'input_warehousing',
  }),
  input_shipment: entityScreen('agricultural-shipment', documents.input_shipment, {
    route: '/web/farm/agricultural/agricultural-shipment',
    module: 'farm',
    group: 'inputs',
    icon: 'spray',
    at: 2,
    count: 'input_shipment',
  }),
}
