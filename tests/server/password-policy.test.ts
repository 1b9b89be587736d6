import { expect, test } from 'vitest'
import { requirePassword } from '#server/modules/account/engine/policy.ts'

const codeOf = (password: string, rule: 'register' | 'account' = 'account') => {
  try {
    requirePassword(password, rule)
    return null
  } catch (error) {
    return (error as { fields: Record<string, { code: string }> }).fields.password!.code
  }
}
test.each(['trustno1', 'Trustno1', '1qaz2wsx', 'Password2026', 'admin123', 'a1234567', 'qwerty!1'])(
  '%s is what guessers try first',
  (password) => {
    expect(codeOf(password)).toBe('error.password.common')
  },
)
test.each(['Furrow2026', 'shiqi-88mu', 'dongGua7luo'])('%s is one of few', (password) =>
  expect(codeOf(password)).toBeNull(),
)
test('the rules of each form come first', () => {
  expect([
    codeOf('short', 'register'),
    codeOf('nodigits', 'register'),
    codeOf('has space1'),
  ]).toEqual(['error.password.register', 'error.password.register', 'error.password.account'])
})
