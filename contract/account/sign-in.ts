import { z } from 'zod'
import { call } from '../call.ts'
import { isPlain, phonePattern } from '../field.ts'

const short = z.string().max(400)
/**
 * Base64 of RSA-OAEP-SHA256 over `nonce:password`; the nonce is from `passwordKey` and works once.
 */
export const sealed = z.string().min(20).max(600)

export const tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal('bearer'),
  /** Seconds. */
  expires_in: z.int(),
  scope: z.string(),
})
export type Tokens = z.infer<typeof tokens>

/** Public: it proves nothing (contract: client_id and client_secret). */
export const consoleClient = { client_id: 'furrow-console', client_secret: 'public' } as const

/** Password grant or refresh grant. */
export const token = call({
  endpoint: 'POST /oauth/oauth/token',
  summary: 'Sign in, or renew a token',
  access: 'public',
  form: true,
  rate: 'sign-in',
  secret: true,
  unaudited: true,
  input: z.object({
    grant_type: z.enum(['password', 'sms_code', 'ticket', 'refresh_token']),
    username: z.string().max(64).refine(isPlain).optional(),
    password: sealed.optional(),
    refresh_token: short.optional(),
    client_id: short.optional(),
    client_secret: short.optional(),
    source_type: short.optional(),
    /** After the first proof, with `otp`, where a second is asked for. */
    ticket: short.optional(),
    otp: z.string().max(20).optional(),
    device_id: z.string().max(64).optional(),
    captchaKey: short.optional(),
    captcha: z.string().max(12).optional(),
    /** In place of a captcha: the work of `proofOfWork`, done. */
    proof: z.string().max(1500).optional(),
  }),
  answer: tokens,
})
export const logout = call({
  endpoint: 'POST /oauth/token/logout',
  summary: 'Sign out: end the session of this token',
  access: 'public',
  rate: 'ordinary',
  form: true,
  unaudited: true,
  input: z.object({ access_token: short }),
  answer: z.object({ success: z.literal(true) }),
})
export const passwordKey = call({
  // chosen: the specification has the key built into its console
  endpoint: 'GET /oauth/public/password-key',
  summary: 'Public key and one-time nonce to seal a password with',
  access: 'public',
  rate: 'sign-in',
  input: z.object({}),
  answer: z.object({ publicKey: z.string(), nonce: z.string() }),
})
export const userParams = call({
  endpoint: 'GET /oauth/login/user-params',
  summary: 'Whether this name must solve a captcha to sign in',
  access: 'public',
  rate: 'sign-in',
  input: z.object({ username: z.string().max(64) }),
  answer: z.object({ isNeedCaptcha: z.boolean() }),
})
export const captchaCode = call({
  endpoint: 'GET /oauth/public/captcha-code',
  summary: 'A new captcha',
  access: 'public',
  rate: 'sign-in',
  input: z.object({}),
  answer: z.object({ captchaKey: z.string() }),
})
/** What a browser works out in place of a captcha, for who cannot see one (ALTCHA's shape). */
export const proofOfWork = call({
  endpoint: 'GET /oauth/public/proof',
  summary: 'Work for a browser, in place of a captcha',
  access: 'public',
  rate: 'sign-in',
  input: z.object({}),
  answer: z.object({
    algorithm: z.literal('SHA-256'),
    challenge: z.string(),
    salt: z.string(),
    signature: z.string(),
    maxnumber: z.int(),
  }),
})
export const captchaImage = '/oauth/public/captcha/' as const

/** What a code by SMS may be asked for before anybody is known; it is good for that alone. */
export const accountPurposes = ['register', 'signIn', 'password', 'phone'] as const
export type AccountPurpose = (typeof accountPurposes)[number]

export const sendPhoneCaptcha = call({
  endpoint: 'POST /oauth/public/send-phone-captcha-always',
  summary: 'Send an SMS code; answers 200 also when it was refused',
  access: 'public',
  rate: 'sms',
  unaudited: true,
  input: z.object({
    phone: z.string().max(20),
    // chosen: the specification sends the phone alone, for registering
    purpose: z.enum(accountPurposes).optional(),
  }),
  /**
   * `interval`: seconds until the next one may be asked for; `via`: without an SMS provider the
   * text lies in the operator's outbox, and nobody's phone rings.
   */
  answer: z.object({
    success: z.boolean(),
    message: z.string(),
    code: z.string(),
    captchaKey: z.string().nullable(),
    interval: z.int(),
    via: z.enum(['sms', 'outbox']),
  }),
})

/** At least 8 characters, letters and digits only, both kinds (docs/specification.md 2.4). */
export const registerPassword = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,}$/
/**
 * 6 to 20 characters, at least two kinds among letters, digits and symbols
 * (docs/specification.md 2.4).
 */
export function isAccountPassword(password: string): boolean {
  const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(password)).length
  return password.length >= 6 && password.length <= 20 && !/\s/.test(password) && kinds >= 2
}

export const byPhone = {
  phone: z.string().trim().regex(phonePattern),
  captcha: z.string().trim().min(4).max(8),
  captchaKey: z.string().max(64),
}
export const register = call({
  endpoint: 'POST /wfpf/v1/tenant/register',
  summary: 'Register a tenant and its first user',
  access: 'public',
  rate: 'sms',
  input: z.object({
    realName: z.string().trim().min(1).max(40).refine(isPlain),
    tenantName: z.string().trim().min(1).max(60).refine(isPlain),
    password: sealed,
    ...byPhone,
  }),
  answer: z.literal(true),
})
export const forgetPassword = call({
  // chosen: the specification names no call for it
  endpoint: 'POST /wfpf/v1/tenant/forget-password',
  summary: 'Set a new password with an SMS code; ends every session of the account',
  access: 'public',
  rate: 'sms',
  input: z.object({ password: sealed, ...byPhone }),
  answer: z.literal(true),
})

/** First visit to an empty installation without demo data. */
export const setupState = call({
  endpoint: 'GET /iam/v1/setup',
  summary: 'Whether this installation still needs its operator',
  access: 'public',
  rate: 'ordinary',
  input: z.object({}),
  answer: z.object({ needed: z.boolean() }),
})
export const setup = call({
  endpoint: 'POST /iam/v1/setup',
  summary: 'Create the operator and the first tenant; works once, for who has the code',
  access: 'public',
  rate: 'sign-in',
  input: z.object({
    /** Printed where the server was started: whoever reads that may set it up. */
    code: z.string().trim().toUpperCase().max(40),
    loginName: z.string().regex(/^(?!1\d{10}$)[\w.@-]{2,32}$/),
    realName: z.string().trim().min(1).max(40).refine(isPlain),
    password: sealed,
    tenantName: z.string().trim().min(1).max(60).refine(isPlain),
    language: z.enum(['zh-CN', 'en-US']),
  }),
  answer: z.literal(true),
})
