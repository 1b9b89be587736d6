import {
  documentNumberRule,
  documentNumberRuleScreen,
} from '#contract/inventory/document-number-rule.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const documentNumberRules = resource(documentNumberRule, {
  screen: documentNumberRuleScreen,
  list: {
    columns: ['kind', 'prefix', 'period', 'digits', 'preview'],
    filters: ['kind', 'period'],
    rowActions: ['edit'],
  },
  form: [['kind'], ['prefix', 'period'], ['digits', 'preview']],
})
