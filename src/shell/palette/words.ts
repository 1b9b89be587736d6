import { pinyin } from 'pinyin-pro'

/** What else a name may be typed as: its pinyin, whole and by initials, beside its other language. */
export function wordsFor(name: string, other = ''): string {
  if (!/\p{Script=Han}/u.test(name + other)) return `${name} ${other}`
  const chinese = /\p{Script=Han}/u.test(name) ? name : other
  const initials = pinyin(chinese, { pattern: 'first', toneType: 'none', type: 'array' }).join('')
  const whole = pinyin(chinese, { toneType: 'none', type: 'array' }).join('')
  return `${initials} ${whole} ${other} ${name}`.toLowerCase()
}
