import { optionScreen } from '#contract/inventory/option.ts'
import { reportScreen } from '#contract/inventory/report-calls.ts'
import { screenPage } from '#src/kit/definition/resource.ts'

export const optionPage = screenPage({
  screen: optionScreen,
  page: () => import('#src/pages/inventory/inventory-option/OptionPage.tsx'),
})
export const reportPage = screenPage({
  screen: reportScreen,
  page: () => import('#src/pages/inventory/stock/ReportPage.tsx'),
})
