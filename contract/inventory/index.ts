import { domain } from '../domain.ts'
import { countingScreen } from './counting.ts'
import { agriculturalInput, agriculturalInputScreen } from './agricultural-input.ts'
import { attribute, attributeScreen } from './attribute.ts'
import { documents, stockDocument } from './document.ts'
import { documentScreens } from './document-screens.ts'
import { documentNumberRule, documentNumberRuleScreen } from './document-number-rule.ts'
import { doorShop, doorShopScreen } from './door-shop.ts'
import { stockLot, stockLotScreen } from './lot.ts'
import { optionScreen } from './option.ts'
import { partner, partnerScreen } from './partner.ts'
import { product, productScreen } from './product.ts'
import { reportScreen } from './report-calls.ts'
import { sku } from './sku.ts'
import { inputStock, inputStockScreen, stockBalance, stockMovement, stockScreen } from './stock.ts'
import { stockLimit, stockLimitScreen } from './stock-limit.ts'
import { unit, unitScreen } from './unit.ts'
import { warehouse, warehouseScreen } from './warehouse.ts'

/** Goods, documents, stock. */
export const inventory = domain('inventory', {
  entities: [
    unit,
    attribute,
    partner,
    warehouse,
    product,
    agriculturalInput,
    sku,
    doorShop,
    stockLimit,
    documentNumberRule,
    stockDocument,
    ...Object.values(documents),
    stockBalance,
    inputStock,
    stockLot,
    stockMovement,
  ],
  screens: [
    agriculturalInputScreen,
    inputStockScreen,
    ...Object.values(documentScreens),
    countingScreen,
    stockScreen,
    stockLotScreen,
    reportScreen,
    productScreen,
    attributeScreen,
    unitScreen,
    warehouseScreen,
    stockLimitScreen,
    doorShopScreen,
    partnerScreen,
    documentNumberRuleScreen,
    optionScreen,
  ],
})
