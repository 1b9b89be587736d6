/** Words that farm people need not know; what each means is in `help:terms`. */
export const terms = [
  'eui',
  'credential',
  'payloadCodec',
  'reportPeriod',
  'channel',
  'protocol',
  'gatewayStrategy',
  'circuit',
  'iccid',
  'otaa',
  'signal',
  'ec',
  'ph',
  'dissolvedOxygen',
  'vpd',
  'degreeDays',
  'baseTemperature',
  'hysteresis',
  'duration',
  'silence',
  'escalation',
  'cron',
  'calculated',
  'sku',
  'stockUnit',
  'lot',
  'fefo',
  'inTransit',
  'averageCost',
  'revaluation',
  'blindCount',
  'tolerance',
  'safetyInterval',
  'nutrients',
  'turnover',
  'delegation',
  'addSigner',
  'countersign',
  'dataScope',
  'permissionCode',
  'secondFactor',
  'retention',
  'boundary',
  'mu',
  'networkServer',
] as const
export type Term = (typeof terms)[number]

/** Fields whose label is such a word, by the entity that names them. */
const ofFields: Readonly<Record<string, Readonly<Record<string, Term>>>> = {
  device: {
    eui: 'eui',
    codecId: 'payloadCodec',
    reportMinutes: 'reportPeriod',
    dialect: 'protocol',
    iccid: 'iccid',
  },
  alarmRule: {
    hysteresis: 'hysteresis',
    durationSeconds: 'duration',
    silenceSeconds: 'silence',
    metric: 'channel',
  },
  alarmContact: { escalateMinutes: 'escalation' },
  calculation: { quantity: 'calculated', metric: 'channel' },
  simCard: { iccid: 'iccid' },
  loraNetwork: { apiUrl: 'networkServer' },
  payloadCodec: { script: 'payloadCodec' },
  land: { boundary: 'boundary', acreage: 'mu' },
  area: { acreage: 'mu' },
  crop: { baseTemperature: 'baseTemperature' },
  product: {
    unitId: 'stockUnit',
    skus: 'sku',
    lotFlag: 'lot',
    safetyInterval: 'safetyInterval',
    nitrogen: 'nutrients',
    phosphorus: 'nutrients',
    potassium: 'nutrients',
  },
  stockDocument: { blindFlag: 'blindCount', harvestFrom: 'safetyInterval' },
  stockBalance: { lot: 'lot', inTransit: 'inTransit', average: 'averageCost' },
  stockLot: { lot: 'lot' },
  user: { dataScope: 'dataScope' },
  role: { dataScope: 'dataScope' },
}
export const termOfField = (
  { name, variantOf }: { name: string; variantOf?: { entity: string } | undefined },
  field: string,
): Term | undefined => ofFields[variantOf?.entity ?? name]?.[field]
export const fieldsWithTerms = (): readonly [entity: string, field: string, term: Term][] =>
  Object.entries(ofFields).flatMap(([entity, fields]) =>
    Object.entries(fields).map(([field, term]) => [entity, field, term] as [string, string, Term]),
  )

/** What devices report under such a word, whatever their type. */
const ofReadings: Readonly<Record<string, Term>> = {
  ec: 'ec',
  conductivity: 'ec',
  ph: 'ph',
  dissolvedOxygen: 'dissolvedOxygen',
  calcVpd: 'vpd',
  calcDegreeDays: 'degreeDays',
}
export const termOfReading = (reading: string): Term | undefined => ofReadings[reading]
