/** Botanical families: what is sown after its own kin shares its pests and diseases. */
export const cropFamilies = {
  solanaceae: 'solanaceae',
  cucurbitaceae: 'cucurbitaceae',
  brassicaceae: 'brassicaceae',
  fabaceae: 'fabaceae',
  poaceae: 'poaceae',
  asteraceae: 'asteraceae',
  apiaceae: 'apiaceae',
  amaryllidaceae: 'amaryllidaceae',
  amaranthaceae: 'amaranthaceae',
  convolvulaceae: 'convolvulaceae',
  zingiberaceae: 'zingiberaceae',
  araceae: 'araceae',
  malvaceae: 'malvaceae',
  pedaliaceae: 'pedaliaceae',
  lamiaceae: 'lamiaceae',
  rosaceae: 'rosaceae',
  vitaceae: 'vitaceae',
  rutaceae: 'rutaceae',
  sapindaceae: 'sapindaceae',
  musaceae: 'musaceae',
  anacardiaceae: 'anacardiaceae',
  passifloraceae: 'passifloraceae',
  cactaceae: 'cactaceae',
  ericaceae: 'ericaceae',
  theaceae: 'theaceae',
} as const
export type CropFamily = keyof typeof cropFamilies
/** So many years nothing of its family is sown again, where a crop does not say. */
export const usualRotationYears = 2
