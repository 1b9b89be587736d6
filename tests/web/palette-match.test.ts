import { expect, test } from 'vitest'
import { isHelpKey } from '#src/shell/help/help-rules.ts'
import { matching, matchingPages, scoreOf, wordsOf } from '#src/shell/palette/match.ts'
import { spell } from '#src/shell/palette/spell.ts'

const users = wordsOf(['用户管理', 'Users'], spell)
const fits = (typed: string, words = users) => scoreOf(typed, words) > 0

test('a page is found in Chinese, in English and by pinyin, whole, by initials and mixed', () => {
  for (const typed of [
    '用户',
    '管理',
    'users',
    'USE',
    'ｕｓｅｒｓ',
    'yhgl',
    'yonghuguanli',
    "yong'hu",
    'yhguanli',
    'yonghgl',
    'gl',
    ' 用户 ',
  ])
    expect([typed, fits(typed)]).toEqual([typed, true])
  for (const typed of ['sbgl', 'yhgx', 'units', '户用', 'hgly'])
    expect([typed, fits(typed)]).toEqual([typed, false])
  expect(fits('sbgl', wordsOf(['设备管理'], spell))).toBe(true)
})

test('before the pronunciations have arrived, names alone are matched', () => {
  expect(fits('yhgl', wordsOf(['用户管理']))).toBe(false)
  expect(fits('用户', wordsOf(['用户管理']))).toBe(true)
})

test('several words must all be found, in any order', () => {
  const log = wordsOf(['Audit log', undefined])
  expect([fits('log audit', log), fits('log users', log)]).toEqual([true, false])
})

test('the best match comes first, equals stay in order', () => {
  const list = ['基地管理', '管理', '管理员', '我的管理'].map((name) => ({
    name,
    words: wordsOf([name], spell),
  }))
  expect(matching('管理', list).map(({ name }) => name)).toEqual([
    '管理',
    '管理员',
    '基地管理',
    '我的管理',
  ])
  expect(matching('', list)).toHaveLength(4)
})

test('a page is found by the word that people say behind its name', () => {
  const list = ['设备', '仓库', '设备分组'].map((name) => ({ name, words: wordsOf([name], spell) }))
  const found = (typed: string) =>
    matchingPages(typed, list, ['管理', 'guanli', 'gl']).map(({ name }) => name)
  for (const typed of ['设备管理', 'sbgl', 'shebeiguanli'])
    expect([typed, found(typed)]).toEqual([typed, ['设备', '设备分组']])
  expect(['ckgl', 'gl', '管理', '人管理'].map(found)).toEqual([['仓库'], [], [], []])
})

test('pages are found by what they stand under too, after those that are called so', () => {
  const list = [
    ['角色', '组织与权限'],
    ['控制规则', '告警与自动化'],
    ['权限申请', '通用'],
  ].map(([name, above]) => ({
    name,
    words: wordsOf([name], spell),
    above: wordsOf([above], spell),
  }))
  const found = (typed: string) => matchingPages(typed, list, []).map(({ name }) => name)
  expect(found('权限')).toEqual(['权限申请', '角色'])
  expect(found('zidonghua')).toEqual(['控制规则'])
  expect([found('yu'), found('化')]).toEqual([[], []])
})

const key = (more: object = {}) => ({
  key: '?',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  isComposing: false,
  keyCode: 191,
  defaultPrevented: false,
  target: document.body,
  ...more,
})
test('a question mark asks for help, but never while something is typed', () => {
  expect([isHelpKey(key()), isHelpKey(key({ key: '？' }))]).toEqual([true, true])
  for (const more of [
    { key: '/' },
    { ctrlKey: true },
    { isComposing: true },
    { keyCode: 229 },
    { target: document.createElement('input') },
    { target: document.createElement('textarea') },
  ]) {
    expect(isHelpKey(key(more))).toBe(false)
  }
})
