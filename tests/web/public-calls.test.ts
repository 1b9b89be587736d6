import { expect, it } from 'vitest'
import type { Call } from '#contract/call.ts'
import { oidcStartPath, signInWays } from '#contract/account/identity.ts'
import { acceptInvitation, invitationOf, redeemInvitation } from '#contract/account/invitation.ts'
import * as self from '#contract/account/self.ts'
import * as signIn from '#contract/account/sign-in.ts'
import { domain } from '#contract/account/tenant.ts'
import { seedIntroduction } from '#contract/planting/seed.ts'
import { phonePattern } from '#contract/field.ts'
import * as light from '#src/api/public-calls.ts'
import { languages } from '#src/lib/language.ts'

const {
  token,
  logout,
  passwordKey,
  userParams,
  captchaCode,
  proofOfWork,
  sendPhoneCaptcha,
  register,
  forgetPassword,
  setupState,
  setup,
} = signIn
const full = {
  token,
  logout,
  passwordKey,
  userParams,
  captchaCode,
  proofOfWork,
  sendPhoneCaptcha,
  register,
  forgetPassword,
  setupState,
  setup,
  domain,
  seedIntroduction,
  signInWays,
  invitationOf,
  redeemInvitation,
  acceptInvitation,
  self: self.self,
  selfTenants: self.selfTenants,
  switchTenant: self.switchTenant,
  setLanguage: self.setLanguage,
}
const wires = Object.entries(light).filter(
  (entry) => typeof entry[1] === 'object' && 'endpoint' in entry[1],
) as [keyof typeof full, light.Wire][]

it('has every call that it says again in the contract', () =>
  expect(wires.map(([name]) => name).sort()).toEqual(Object.keys(full).sort()))
it.each(wires)('says %s as the contract does', (name, said) => {
  const { endpoint, access, form, unaudited }: Call = full[name]
  expect(said).toEqual({ endpoint, access, ...(form && { form }), ...(unaudited && { unaudited }) })
})
it('says the rules as the contract does', () => {
  expect(String(light.phonePattern)).toBe(String(phonePattern))
  expect(String(light.registerPassword)).toBe(String(signIn.registerPassword))
  expect(light.consoleClient).toEqual(signIn.consoleClient)
  expect(light.oidcStartPath).toBe(oidcStartPath)
  expect(light.captchaImage).toBe(signIn.captchaImage)
  expect(languages).toEqual(self.languages)
  for (const password of [
    '',
    'abc123',
    'abcdef',
    '123456',
    'ab 123',
    'a1',
    'abcdef!',
    '1'.repeat(19) + 'a',
    '1'.repeat(20) + 'a',
    '!!!111',
    '密码密码密1',
  ]) {
    expect(light.isAccountPassword(password)).toBe(signIn.isAccountPassword(password))
  }
})
