import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The linter knows promises that stand alone. An arrow that answers `void promise` is an expression
// to it, and one rejection
// that nobody takes ends the process for all tenants.
const arrow = /=> void (?!\(await )(.*)$/
/** What answers at once, or is a type. */
const isAtOnce =
  /^(reply\.header|(events|sheet|listening)\.push|pack\.entry\(|\w+\.add|\(\w+ = |\w+ = |\(?\| |[=;,)}|{]|for \()/

test('no arrow of the server answers a promise that nobody takes', () => {
  const files = ['server', 'simulator']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(ts|mjs)$/.test(file))
  expect(files.length).toBeGreaterThan(250)
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, at) => {
        const rest = arrow.exec(line)?.[1]
        return rest === undefined ||
          isAtOnce.test(rest) ||
          rest.includes('.catch(') ||
          rest.trim() === ''
          ? []
          : [`${file}:${at + 1} ${line.trim()}`]
      }),
  )
  expect(found).toEqual([])
})
