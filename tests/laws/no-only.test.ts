import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
// Put together, so that this file does not find itself.
const words = ['only', 'skip', 'skipIf', 'runIf', 'todo', 'fixme', 'fails', 'fail', 'slow']
const shortcut = new RegExp(
  `\\b(test|it|describe|suite)(\\.\\w+(\\([^)]*\\))?)*\\.(${words.join('|')})\\b`,
)

test('every test runs, and all of them', () => {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          shortcut.test(line) ? [`tests/${name}:${at + 1} ${line.trim()}`] : [],
        ),
    )
  expect(found).toEqual([])
})

test.each([
  `test.${'only'}('a', f)`,
  `describe.${'skip'}('a', f)`,
  `test.each([1])('a', f).${'skip'}`,
  `it.concurrent.${'only'}('a', f)`,
])('%s would be found', (line) => {
  expect(shortcut.test(line.replace(/\('a', f\)/, ''))).toBe(true)
})
