import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { sealed } from './sign-in.ts'

/** Hours that a one-time code can be redeemed. */
export const codeHours = 24
/** Names of one's own; what looks like a phone is theirs alone who proved it. */
export const loginNamePattern = /^(?!1\d{10}$)[\w.@-]{2,32}$/
/** Typed from a piece of paper: in groups, in any case, with spaces. */
const code = z
  .string()
  .trim()
  .toUpperCase()
  .max(40)
  .transform((text) => text.replaceAll(/[^A-Z\d]/g, ''))

/** What whoever hands a person their way in gets: the code, or where it was sent. */
export const issuedCode = z.object({
  /** Shown this once; null where it went to the person's phone. */
  code: z.string().nullable(),
  link: z.string().nullable(),
  sentTo: z.string().nullable(),
  /** Why it was sent to nobody: no SMS provider is set up here, or no number is known. */
  unsent: z.enum(['provider', 'phone']).nullable(),
  expiresAt: z.string(),
})
export type IssuedCode = z.infer<typeof issuedCode>

const invitation = z.object({
  /** `join`: a name and a password are chosen; `password`: a new password for one's account. */
  purpose: z.enum(['join', 'password']),
  tenantName: z.string().nullable(),
  realName: z.string(),
  loginName: z.string(),
  expiresAt: z.string(),
})
export type Invitation = z.infer<typeof invitation>
// chosen: the specification shows no invitations
export const invitationOf = call({
  endpoint: 'POST /oauth/public/invitation',
  summary: 'What a one-time code opens; one answer for all that are worth nothing',
  access: 'public',
  rate: 'sign-in',
  unaudited: true,
  input: z.object({ code }),
  answer: invitation,
})
export const redeemInvitation = call({
  endpoint: 'POST /oauth/public/invitation/redeem',
  summary: 'Join with a new account, or set a new password; works once',
  access: 'public',
  rate: 'sign-in',
  input: z.object({
    code,
    loginName: z.string().trim().regex(loginNamePattern).optional(),
    password: sealed,
  }),
  answer: z.object({ loginName: z.string() }),
})
const ownInvitation = z.object({
  id: z.int(),
  tenantName: z.string(),
  invitedBy: z.string().nullable(),
  expiresAt: z.string(),
})
export type OwnInvitation = z.infer<typeof ownInvitation>
export const ownInvitations = call({
  endpoint: 'GET /iam/stong/v1/users/invitations',
  summary: 'Tenants that invite the holder of the caller’s phone',
  access: 'signed-in',
  input: z.object({}),
  answer: z.array(ownInvitation),
})
export const acceptInvitation = call({
  endpoint: 'POST /iam/stong/v1/users/invitations/accept',
  summary: 'Join a tenant with the account one has',
  access: 'signed-in',
  lasting: true,
  input: z.union([
    z.strictObject({ code }),
    z.strictObject({ id: z.coerce.number().int().positive() }),
  ]),
  answer: z.object({ tenantId: z.int() }),
})
export const declineInvitation = call({
  endpoint: 'POST /iam/stong/v1/users/invitations/decline',
  summary: 'Say no to a tenant that invites the holder of the caller’s phone',
  access: 'signed-in',
  lasting: true,
  input: z.strictObject({ id: z.coerce.number().int().positive() }),
  answer: nothing,
})
