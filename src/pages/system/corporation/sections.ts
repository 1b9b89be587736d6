/** What the card says, under its headings; the form asks for it in the same order. */
export const sections = [
  { name: 'enterprise', fields: ['tenantName', 'creditCode', 'address', 'description'] },
  { name: 'contact', fields: ['contact', 'contactPhone'] },
  {
    name: 'signIn',
    fields: ['domainName', 'loginTitle', 'subTitle', 'copyright', 'logo', 'favicon'],
  },
  { name: 'options', fields: ['timeZone', 'secondFactorFlag', 'telemetryMonths', 'alarmDays'] },
] as const
export type SectionField = (typeof sections)[number]['fields'][number]
