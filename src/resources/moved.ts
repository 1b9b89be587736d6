import { landScreen } from '#contract/farm/land.ts'

const map = `${landScreen.route}?view=map`
/** Addresses of the specification whose screen stands at another one. */
export const movedAddresses: Readonly<Record<string, string>> = {
  '/web/farm/map': map,
  '/web/farm/map-digital': map,
}
