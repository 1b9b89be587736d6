import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inEnglish, sayAs, speakEnglish } from '#server/demo/english.ts'

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)
/** What the demo says, in pieces where it is put together. */
const said = readdirSync('server/demo', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const content = readFileSync(`server/demo/${file}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '')
    return [...content.matchAll(/'((?:\\.|[^'\\\n])*)'|`([^`\n]*)`/g)].flatMap(([, text, pieces]) =>
      text === undefined ? pieces!.split(/\$\{[^}]*\}/) : [text],
    )
  })
  .filter(isChinese)

test('everything that the demo says is said in English too', () => {
  expect(said.length).toBeGreaterThan(500)
  expect([...new Set(said.filter((text) => isChinese(inEnglish(text))))]).toEqual([])
})

test('names made of several are put together as English does', () => {
  expect(inEnglish('东一区巡查')).toBe('East 1 Round')
  expect(inEnglish('East 1巡查')).toBe('East 1 Round')
  expect(inEnglish('Tomato')).toBe('Tomato')
  expect(sayAs('林建国')('番茄')).toBe('番茄')
  expect(sayAs('Lin Jianguo')('番茄')).toBe('Tomato')
})

test('who fills the demo says it in English and finds it by its Chinese name', async () => {
  const asked: unknown[] = []
  const app = speakEnglish({
    inject: async ({ payload }) => {
      asked.push(payload)
      return { headers: { 'content-type': 'application/json' }, json: () => payload } as never
    },
  })
  const given = { name: '东一区', children: [{ name: '东一区巡查', size: 3 }] }
  const answer = await app.inject({ method: 'POST', url: '/', payload: given })
  expect(asked).toEqual([{ name: 'East 1', children: [{ name: 'East 1 Round', size: 3 }] }])
  expect(answer.json()).toEqual(given)
})
