import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const compared = /\b(?:\w*[a-z]State|state|auditStatus|execStatus)\b\)?\s*(?:[!=]==|[<>]=?)\s*-?\d/

test('a state is compared with its name, never with a number', () => {
  expect(
    [
      'row.auditStatus === 2',
      '({ state }) => state !== 1',
      'one.taskState > 0',
      'row.state === taskStates.open',
      'response.status === 404',
    ].map((line) => compared.test(line)),
  ).toEqual([true, true, true, false, false])
  const files = ['src', 'server', 'contract', 'scripts'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(({ name }) => /\.tsx?$/.test(name))
      .map(({ name, parentPath }) => join(parentPath, name)),
  )
  expect(files.length).toBeGreaterThan(900)
  const numbered = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      // In SQL a number is what partial indexes are found by.
      .filter((line) => compared.test(line) && !/\bsql`/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(numbered).toEqual([])
})
