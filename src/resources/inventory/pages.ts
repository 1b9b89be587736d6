import { countingScreen } from '#contract/inventory/counting.ts'
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
/** Beside the documents: for whoever counts and does nothing else. */
export const countingPage = screenPage({
  screen: countingScreen,
  page: () => import('#src/pages/inventory/stock-document/CountingPage.tsx'),
})
