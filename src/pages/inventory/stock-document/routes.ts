import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import type { AnyResource } from '#src/kit/definition/resource.ts'

export const kindOf = ({ entity }: AnyResource): DocumentKind =>
  entity.variantOf.only.kind as DocumentKind
export const infoOf = (kind: DocumentKind, id: number) =>
  `${documentScreens[kind].route}/info/${id}`

const pathOf: Readonly<Record<string, (id: number) => string>> = {
  'aplionform>warehousing': (id) => `${documentScreens.warehousing.route}/convert_purchase/${id}`,
  'transfer>shipment': (id) => `${documentScreens.transfer.route}/convert/${id}`,
  'shipment>warehousing': (id) => `${documentScreens.warehousing.route}/convert_shipment/${id}`,
  'shipment>return': (id) => `${documentScreens.shipment.route}/return/${id}`,
  'warehousing>return': (id) => `${documentScreens.return.route}/add?source=${id}`,
  'return>shipment': (id) => `${documentScreens.return.route}/convert/${id}`,
  'return>warehousing': (id) => `${documentScreens.return.route}/convert/${id}`,
  'inventory_form>warehousing': (id) =>
    `${documentScreens.inventory_form.route}/convert/${id}?to=warehousing`,
  'inventory_form>shipment': (id) =>
    `${documentScreens.inventory_form.route}/convert/${id}?to=shipment`,
}

/** Where a draft of the kind `to` is made from a document (docs/specification.md 8.1). */
export const conversionPath = (from: DocumentKind, to: DocumentKind, id: number) =>
  pathOf[`${from}>${to}`]!(id)
