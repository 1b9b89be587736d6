import type { Definition } from '#src/kit/definition/resource.ts'
import { attributes } from './attribute.ts'
import { documentNumberRules } from './document-number-rule.ts'
import { documentLists } from './documents.ts'
import { stockLots } from './lot.ts'
import { countingPage, optionPage, reportPage } from './pages.ts'
import { partners } from './partner.ts'
import { agriculturalInputs, products } from './product.ts'
import { doorShops } from './shop.ts'
import { inputStocks, stockBalances } from './stock.ts'
import { stockLimits } from './stock-limit.ts'
import { units } from './unit.ts'
import { warehouses } from './warehouse.ts'

export const inventory: readonly Definition[] = [
  agriculturalInputs,
  inputStocks,
  ...documentLists,
  countingPage,
  stockBalances,
  stockLots,
  reportPage,
  products,
  attributes,
  units,
  warehouses,
  stockLimits,
  doorShops,
  partners,
  documentNumberRules,
  optionPage,
]
