import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// A sentence in code is a sentence that is never translated.
const root = join(import.meta.dirname, '../..')
// What devices call what they measure is theirs, and is never shown.
const homes =
  /^(locales|tests|docs|deploy\/README|README|CHANGELOG|server\/demo|server\/devices\/protocols\/element-names)(\/|\.|$)/
const ignored = new Set(['node_modules', 'dist', 'test-results', 'playwright-report'])
const text = /\.(ts|tsx|js|mjs|cjs|json|sql|html|css|svg|md|yml|yaml|service|conf)$/
const chinese = /[\p{Script=Han}\u3000-\u303F\uFF00-\uFFEF]/u

function walk(path: string): string[] {
  return readdirSync(join(root, path)).flatMap((name) => {
    if (name.startsWith('.') || ignored.has(name)) return []
    const below = path ? `${path}/${name}` : name
    if (homes.test(below)) return []
    return statSync(join(root, below)).isDirectory() ? walk(below) : text.test(name) ? [below] : []
  })
}

test('Chinese is written in the locales, and nowhere else', () => {
  const files = walk('').filter((file) => file !== 'package-lock.json')
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, at) =>
        chinese.test(line) ? [`${file}:${at + 1} ${line.trim().slice(0, 80)}`] : [],
      ),
  )
  expect(found).toEqual([])
})
