import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { isCreditCode } from '../credit-code.ts'
import { area } from '../farm/area.ts'
import { stored } from '../field.ts'

export const layouts = ['float', 'subfield', 'lengthway', 'synthesis', 'crosswise'] as const
export const labelStyles = ['smooth', 'card', 'flexible'] as const
export const splitStyles = ['lengthway', 'crosswise', 'card', 'arrow'] as const
export const menuWidths = [244, 255, 266] as const
const onOff = [0, 1] as const
/** What may be chosen in the theme drawer. */
export const themeChoices = {
  layout: layouts,
  /** 1: the menu's background follows the theme colour. */
  follow: onOff,
  fontColor: ['dark', 'white'],
  menuWidth: menuWidths,
  /** Page tabs on. */
  label: onOff,
  labelIcon: onOff,
  labelStyle: labelStyles,
  subfieldStyle: splitStyles,
  /** Light or dark; ours. */
  appearance: ['light', 'dark', 'system'],
  /** High contrast, or as the system asks for it; ours. */
  contrast: ['system', 'high'],
} as const
export const themeColour = /^#[\da-f]{6}$/i
type Choices = {
  -readonly [K in keyof typeof themeChoices]: z.ZodLiteral<(typeof themeChoices)[K][number]>
}
const choices = Object.fromEntries(
  Object.entries(themeChoices).map(([name, choices]) => [name, z.literal([...choices])]),
) as Choices
/** What the theme drawer sets; kept per user as JSON text. */
export const theme = z.object({
  themeColor: z.string().regex(themeColour),
  backgroundColor: z.string().regex(themeColour),
  ...choices,
  // A console that was open before there was a choice does not send it.
  contrast: choices.contrast.default('system'),
})
export type Theme = z.infer<typeof theme>
export const defaultTheme: Theme = {
  layout: 'synthesis',
  themeColor: '#1b7a33',
  backgroundColor: '#ffffff',
  follow: 0,
  fontColor: 'dark',
  menuWidth: 244,
  label: 1,
  labelIcon: 1,
  labelStyle: 'smooth',
  subfieldStyle: 'lengthway',
  appearance: 'light',
  contrast: 'system',
}
const themeRow = z.object({
  id: z.int().nullable(),
  userId: z.int(),
  theme: z.string(),
  objectVersionNumber: z.int(),
})
const themeBody = z.object({ theme: z.string().max(2000) })

export const getTheme = call({
  endpoint: 'GET /wfpf/v1/{tenant}/menu-theme',
  summary: 'The user’s theme',
  access: 'signed-in',
  input: z.object({}),
  answer: themeRow,
})
export const createTheme = call({
  endpoint: 'POST /wfpf/v1/{tenant}/menu-theme',
  summary: 'Save the theme',
  access: 'signed-in',
  unaudited: true,
  input: themeBody,
  answer: themeRow,
})
export const saveTheme = call({
  endpoint: 'POST /wfpf/v1/{tenant}/menu-theme/{id}',
  summary: 'Save the theme',
  access: 'signed-in',
  unaudited: true,
  input: themeBody.extend({ id: z.coerce.number().int().positive() }),
  answer: themeRow,
})

/** How this host presents itself before anyone is signed in; the path's tenant is 0. */
export const deployment = z.object({
  workLogo: z.string().nullable(),
  loginLogo: z.string().nullable(),
  menuLogo: z.string().nullable(),
  favicon: z.string().nullable(),
  titleLoginLogo: z.string().nullable(),
  subTitle: z.string().nullable(),
  copyright: z.string().nullable(),
})
export type Deployment = z.infer<typeof deployment>
export const domain = call({
  endpoint: 'GET /wfpf/v1/{tenant}/tenant/domain',
  summary: 'Logo, title and favicon by host',
  access: 'public',
  rate: 'ordinary',
  input: z.object({ domainName: z.string().max(253).optional() }),
  answer: deployment,
})
const screenRow = z.object({
  id: z.int(),
  screenName: z.string(),
  screenImage: z.string().nullable(),
  screenAddress: z.string(),
  /**
   * 2: opened as it is; otherwise with a one-time code for that screen, where it is on another
   * host.
   */
  screenType: z.literal([1, 2]),
})
export type TenantScreen = z.infer<typeof screenRow>
export const tenantScreens = call({
  endpoint: 'GET /wfpf/v1/{tenant}/tenant-screen',
  summary: 'The tenant’s visual screens',
  access: { code: 'wfpf.farm.user.ps.tenant-screen' },
  input: z.object({}),
  answer: z.array(screenRow),
})
export const noviceCheck = call({
  endpoint: 'POST /wfpf/v1/{tenant}/tenant/novice/check',
  summary: '1 while the tenant is new, else 0',
  access: 'signed-in',
  unaudited: true,
  input: z.object({}),
  answer: z.literal([0, 1]),
})
export const noviceUnlock = call({
  endpoint: 'POST /wfpf/v1/{tenant}/tenant/novice/unlock',
  summary: 'End the guide',
  access: { code: area.permissions.create },
  input: z.object({}),
  answer: nothing,
})

/** The tenant's own card: `/system/corporation`. */
export const corporation = z.object({
  id: z.int(),
  tenantName: z.string(),
  tenantNum: z.string(),
  creditCode: z.string().nullable(),
  contact: z.string().nullable(),
  contactPhone: z.string().nullable(),
  address: z.string().nullable(),
  description: z.string().nullable(),
  timeZone: z.string(),
  /** How long values of devices are kept as they came; per hour and day they stay. */
  telemetryMonths: z.int(),
  /** How long alarms that are over are kept. */
  alarmDays: z.int(),
  /** Whether everybody here signs in with a second factor. */
  secondFactorFlag: z.literal([0, 1]),
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  loginTitle: z.string().nullable(),
  subTitle: z.string().nullable(),
  copyright: z.string().nullable(),
  domainName: z.string().nullable(),
  /** Whether the domain was shown to be the tenant's; before that it opens nothing. */
  domainState: z.enum(['pending', 'confirmed']).nullable(),
  /** The TXT record that shows it. */
  domainRecord: z.object({ name: z.string(), value: z.string() }).nullable(),
  objectVersionNumber: z.int(),
  lastUpdateDate: z.string(),
})
export type Corporation = z.infer<typeof corporation>
/** A host name: letters, digits and hyphens between dots. */
const domainPattern =
  /^(?=.{1,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/
const optional = (max: number) => z.string().trim().max(max).nullish()
export const corporationBody = z.strictObject({
  tenantName: z.string().trim().min(1).max(60),
  /** Unified social credit code: 18 characters. */
  creditCode: z
    .string()
    .trim()
    .regex(/^[0-9A-HJ-NPQRTUWXY]{18}$/)
    .refine(isCreditCode, { params: { code: 'field.check_digit' } })
    .nullish(),
  contact: optional(40),
  contactPhone: optional(20),
  address: optional(120),
  description: optional(500),
  timeZone: z.string().max(40),
  telemetryMonths: z.int().min(3).max(120),
  /** Left out: as it is. */
  alarmDays: z.int().min(30).max(3650).optional(),
  secondFactorFlag: z.literal([0, 1]).optional(),
  logo: stored.nullish(),
  favicon: stored.nullish(),
  loginTitle: optional(40),
  subTitle: optional(60),
  copyright: optional(80),
  domainName: z.string().trim().toLowerCase().max(253).regex(domainPattern).nullish(),
  objectVersionNumber: z.int(),
})
// chosen: the specification names the screen, not its calls
export const getCorporation = call({
  endpoint: 'GET /wfpf/v1/{tenant}/corporation',
  summary: 'The tenant’s own card',
  access: { code: 'wfpf.company.system.corporation' },
  input: z.object({}),
  answer: corporation,
})
export const saveCorporation = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/corporation',
  summary: 'Change the tenant’s card',
  access: { code: 'wfpf.company.system.corporation.ps.edit' },
  input: corporationBody,
  answer: corporation,
})
export const verifyDomain = call({
  endpoint: 'POST /wfpf/v1/{tenant}/corporation/domain/verify',
  summary: 'Look whether the domain’s DNS says that it is the tenant’s',
  access: { code: 'wfpf.company.system.corporation.ps.edit' },
  input: z.object({}),
  answer: corporation,
})
