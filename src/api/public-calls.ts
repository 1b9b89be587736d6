import type { Call } from '#contract/call.ts'
import type * as identityCalls from '#contract/account/identity.ts'
import type * as invitationCalls from '#contract/account/invitation.ts'
import type * as selfCalls from '#contract/account/self.ts'
import type * as seedCalls from '#contract/planting/seed.ts'
import type * as signInCalls from '#contract/account/sign-in.ts'
import type * as tenantCalls from '#contract/account/tenant.ts'

/** What sending a call takes: its contract without the schemas, which stay as types. */
export type Wire<
  C extends Pick<Call, 'endpoint' | 'access' | 'form' | 'unaudited' | 'input' | 'answer'> = Call,
> = Pick<C, 'endpoint' | 'access' | 'form' | 'unaudited'> & {
  input?: C['input']
  answer?: C['answer']
}
const wire = <C extends Call>(
  facts: Pick<C, 'endpoint' | 'access' | 'form' | 'unaudited'>,
): Wire<C> => facts

/*
 * The calls and rules that the pages before sign-in need, said again without zod, which alone is a
 * fifth of
 * what those pages may weigh (110 KB). tests/web/public-calls.test.ts holds every line against the
 * contract.
 */
const anyone = { access: 'public' } as const
export const token = wire<typeof signInCalls.token>({
  endpoint: 'POST /oauth/oauth/token',
  ...anyone,
  form: true,
  unaudited: true,
})
export const logout = wire<typeof signInCalls.logout>({
  endpoint: 'POST /oauth/token/logout',
  ...anyone,
  form: true,
  unaudited: true,
})
export const passwordKey = wire<typeof signInCalls.passwordKey>({
  endpoint: 'GET /oauth/public/password-key',
  ...anyone,
})
export const userParams = wire<typeof signInCalls.userParams>({
  endpoint: 'GET /oauth/login/user-params',
  ...anyone,
})
export const captchaCode = wire<typeof signInCalls.captchaCode>({
  endpoint: 'GET /oauth/public/captcha-code',
  ...anyone,
})
export const proofOfWork = wire<typeof signInCalls.proofOfWork>({
  endpoint: 'GET /oauth/public/proof',
  ...anyone,
})
export const sendPhoneCaptcha = wire<typeof signInCalls.sendPhoneCaptcha>({
  endpoint: 'POST /oauth/public/send-phone-captcha-always',
  ...anyone,
  unaudited: true,
})
export const register = wire<typeof signInCalls.register>({
  endpoint: 'POST /wfpf/v1/tenant/register',
  ...anyone,
})
export const forgetPassword = wire<typeof signInCalls.forgetPassword>({
  endpoint: 'POST /wfpf/v1/tenant/forget-password',
  ...anyone,
})
export const invitationOf = wire<typeof invitationCalls.invitationOf>({
  endpoint: 'POST /oauth/public/invitation',
  ...anyone,
  unaudited: true,
})
export const redeemInvitation = wire<typeof invitationCalls.redeemInvitation>({
  endpoint: 'POST /oauth/public/invitation/redeem',
  ...anyone,
})
export const acceptInvitation = wire<typeof invitationCalls.acceptInvitation>({
  endpoint: 'POST /iam/stong/v1/users/invitations/accept',
  access: 'signed-in',
})
export const signInWays = wire<typeof identityCalls.signInWays>({
  endpoint: 'GET /oauth/public/ways',
  ...anyone,
})
export const oidcStartPath: typeof identityCalls.oidcStartPath = '/oauth/oidc/start'
export const setupState = wire<typeof signInCalls.setupState>({
  endpoint: 'GET /iam/v1/setup',
  ...anyone,
})
export const setup = wire<typeof signInCalls.setup>({ endpoint: 'POST /iam/v1/setup', ...anyone })
export const domain = wire<typeof tenantCalls.domain>({
  endpoint: 'GET /wfpf/v1/{tenant}/tenant/domain',
  ...anyone,
})
export const seedIntroduction = wire<typeof seedCalls.seedIntroduction>({
  endpoint: 'GET /wfpf/v1/{tenant}/seed/introduction/{id}',
  ...anyone,
})
export const self = wire<typeof selfCalls.self>({
  endpoint: 'GET /iam/stong/v1/users/self',
  access: 'signed-in',
})
export const selfTenants = wire<typeof selfCalls.selfTenants>({
  endpoint: 'GET /iam/stong/v1/users/self-tenants',
  access: 'signed-in',
})
export const switchTenant = wire<typeof selfCalls.switchTenant>({
  endpoint: 'PUT /iam/v1/users/tenant-id',
  access: 'signed-in',
})
export const setLanguage = wire<typeof selfCalls.setLanguage>({
  endpoint: 'PUT /iam/stong/v1/users/language',
  access: 'signed-in',
  unaudited: true,
})

export const consoleClient: typeof signInCalls.consoleClient = {
  client_id: 'furrow-console',
  client_secret: 'public',
}
export const captchaImage: typeof signInCalls.captchaImage = '/oauth/public/captcha/'
export const phonePattern = /^1\d{10}$/
export const registerPassword = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z\d]{8,}$/
export function isAccountPassword(password: string): boolean {
  const kinds = [/[A-Za-z]/, /\d/, /[^A-Za-z\d\s]/].filter((kind) => kind.test(password)).length
  return password.length >= 6 && password.length <= 20 && !/\s/.test(password) && kinds >= 2
}
