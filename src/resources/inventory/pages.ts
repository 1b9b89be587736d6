import { optionScreen } from '#contract/inventory/option.ts'
import { screenPage } from '#src/kit/resource.ts'

export const optionPage = screenPage({ screen: optionScreen, page: () => import('#src/pages/inventory-option/OptionPage.tsx') })
