import { partner, partnerScreen } from '#contract/inventory/partner.ts'
import { usesNote } from '#src/features/platform/uses-note.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const partners = resource(partner, {
  screen: partnerScreen,
  list: {
    columns: [
      'name',
      'code',
      'category',
      'contact',
      'contactPhone',
      'staffId',
      'address',
      'enabledFlag',
    ],
    more: ['enabledFlag'],
    filters: ['name', 'code', 'category', 'enabledFlag'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  beforeDelete: (rows) => usesNote('partner', rows),
  form: [
    ['name', 'code'],
    ['category', 'abbreviation'],
    ['staffId', 'enabledFlag'],
    ['contact', 'contactPhone'],
    ['email', 'address'],
    ['bank', 'account'],
    ['taxNumber'],
    ['description'],
  ],
  open: { create: 'page', edit: 'page' },
})
