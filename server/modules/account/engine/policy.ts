import { dictionary } from '@zxcvbn-ts/language-common'
import { isAccountPassword, registerPassword } from '#contract/account/sign-in.ts'
import { invalidFields } from '#server/db/http-error.ts'

/** What guessers try first, by how often it was found in leaks. */
const mostTried = new Set(dictionary['passwords-common']?.slice(0, 10_000) as string[])
/**
 * Beginnings that guessers try first; with up to four digits or marks behind them they are no
 * better.
 */
const commonStems = [
  'password',
  'passw0rd',
  'p@ssw0rd',
  'qwerty',
  'qwertyuiop',
  'asdfgh',
  'asdfghjkl',
  'zxcvbn',
  'zxcvbnm',
  'abc',
  'abcd',
  'abcde',
  'abcdef',
  'abc123',
  'a1b2c3',
  'a123456',
  'aa123456',
  'admin',
  'administrator',
  'root',
  'test',
  'guest',
  'user',
  'login',
  'welcome',
  'letmein',
  'iloveyou',
  'monkey',
  'dragon',
  'master',
  'superman',
  'sunshine',
  'princess',
  'football',
  'baseball',
  'hello',
  'changeme',
  'default',
  'q1w2e3r4',
  'q1w2e3',
  '1q2w3e',
  '1q2w3e4r',
  '1qaz2wsx',
  'qazwsx',
  'woaini',
  'wodemima',
  'mima',
  'zhang',
  'wang',
  'china',
  'farm',
]
const common = new RegExp(
  `^(${commonStems.map((s) => s.replaceAll(/[@.]/g, String.raw`\$&`)).join('|')})[\\d!@#$%.]{0,6}$`,
  'i',
)
const isCommon = (password: string) =>
  mostTried.has(password.toLowerCase()) ||
  common.test(password) ||
  /^(.)\1+$/.test(password) ||
  (/^[a-z]{1,2}\d{6,8}$/i.test(password) &&
    /012345|123456|234567|111111|000000|888888|666666/.test(password))

/** Refuses with 422 at field `password` (docs/specification.md 2.4). */
export function requirePassword(password: string, rule: 'register' | 'account'): void {
  const isFit =
    rule === 'register'
      ? registerPassword.test(password) && password.length <= 64
      : isAccountPassword(password)
  if (!isFit) throw invalidFields({ password: { code: `error.password.${rule}` } })
  if (isCommon(password)) throw invalidFields({ password: { code: 'error.password.common' } })
}
