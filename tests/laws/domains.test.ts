import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { domains } from '#contract/domains.ts'
import { domains as served } from '#server/domains.ts'

type Table = Readonly<Record<string, readonly string[]>>
/** Whom a domain may use: the linter's tables. */
const { contractUses, uses }: Record<'contractUses' | 'uses', Table> = await import(
  pathToFileURL('domains.config.mjs').href
)
const folders = (path: string) =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
function filesOf(path: string): string[] {
  return existsSync(path)
    ? readdirSync(path, { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => join(path, file))
    : []
}
/** Domains whose contract a file uses. */
const usedBy = (file: string) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      file.startsWith('contract/')
        ? /from '(?:#contract|\.\.)\/([\w-]+)\//g
        : /from '#contract\/([\w-]+)\//g,
    ),
  ].map(([, name]) => name!)

test('every domain says whose contract it uses, and uses no other', () => {
  expect(Object.keys(contractUses).sort()).toEqual(folders('contract').sort())
  for (const [domain, others] of Object.entries(contractUses))
    for (const file of filesOf(`contract/${domain}`))
      expect([file, usedBy(file).filter((name) => ![domain, ...others].includes(name))]).toEqual([
        file,
        [],
      ])
})

test('a domain has one name on both sides, and the table knows it', () => {
  const names = new Set(
    ['server/modules', 'src/pages', 'src/features', 'contract'].flatMap(folders),
  )
  // Device types are everybody's: no code of a domain lies under their name.
  names.delete('devices')
  expect(Object.keys(uses).sort()).toEqual([...names].sort())
  for (const folder of folders('src/resources')) expect(folders('contract')).toContain(folder)
  expect(served.map(({ name }) => name).sort()).toEqual(folders('server/modules').sort())
})

test('nothing of approval knows whose records are approved', () => {
  const files = [
    'contract/approval',
    'server/modules/approval',
    'src/pages/approval',
    'src/features/approval',
  ].flatMap(filesOf)
  expect(files.length).toBeGreaterThan(40)
  for (const file of files)
    expect([
      file,
      usedBy(file).filter((name) => !['approval', 'account', 'system'].includes(name)),
    ]).toEqual([file, []])
})

test('every domain is in the list of all', () => {
  const listed = domains.map(({ name }) => name)
  for (const folder of folders('contract'))
    expect([folder, listed.includes(folder)]).toEqual([
      folder,
      existsSync(`contract/${folder}/index.ts`) && folder !== 'devices',
    ])
})
