import { isAccountPassword, phonePattern, registerPassword } from '#src/api/public-calls.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'

/** What is wrong with a field: a text of ours by key, or the server's own sentence. */
export type Issue = { key: string } | { text: string }
export type Issues<Name extends string> = Partial<Record<Name, Issue>>
type Rule = (value: string) => Issue | undefined

/** Filled, and not with spaces only. */
export const filled =
  (key: string): Rule =>
  (value) => {
    if (value === '') return { key }
    return value.trim() === '' ? { key: 'rule.plainSpaces' } : undefined
  }
const matching =
  (isGood: (value: string) => boolean, key: string): Rule =>
  (value) =>
    isGood(value) ? undefined : { key }
const all =
  (...rules: Rule[]): Rule =>
  (value) => {
    for (const rule of rules) {
      const issue = rule(value)
      if (issue) return issue
    }
    return undefined
  }

export const tidy = (value: string) => toHalfWidth(value).trim()

export const username = filled('username.required')
export const password = filled('password.required')
export const captcha = filled('captcha.required')
export const otp = filled('otp.required')
export const oneTimeCode = filled('code.required')
export const realName = filled('realName.required')
export const tenantName = filled('tenantName.required')
export const phone = all(
  filled('phone.required'),
  matching((value) => phonePattern.test(tidy(value)), 'phone.wrong'),
)
export const newPassword = all(
  filled('password.required'),
  matching((value) => registerPassword.test(value), 'password.registerRule'),
)
export const accountPassword = all(
  filled('password.required'),
  matching(isAccountPassword, 'password.accountRule'),
)
export const loginName = all(
  filled('loginName.required'),
  matching((value) => /^(?!1\d{10}$)[\w.@-]{2,32}$/.test(tidy(value)), 'loginName.wrong'),
)

/** The code must have been asked for, and for this very number. */
export const smsCode =
  (hasKey: boolean): Rule =>
  (value) =>
    hasKey ? filled('smsCode.required')(value) : { key: 'smsCode.notSent' }

export function check<Rules extends Record<string, Rule>>(
  rules: Rules,
  values: Record<keyof Rules, string>,
): Issues<keyof Rules & string> {
  const issues: Record<string, Issue> = {}
  for (const [name, rule] of Object.entries(rules)) {
    const issue = rule(values[name as keyof Rules])
    if (issue) issues[name] = issue
  }
  return issues as Issues<keyof Rules & string>
}
