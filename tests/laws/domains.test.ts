import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domains } from '#contract/domains.ts'

/** Whose contract a domain's contract may use, besides its own; the lists of all of them use everybody. */
const mayUse: Readonly<Record<string, readonly string[]>> = {
  account: ['farm'],
  approval: [],
  content: [],
  devices: [],
  equipment: ['devices', 'platform'],
  farm: ['devices'],
  file: [],
  inventory: ['approval', 'farm', 'platform'],
  message: [],
  platform: ['account'],
  system: ['account', 'farm'],
}
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
  expect(Object.keys(mayUse)).toEqual(folders('contract').sort())
  for (const [domain, others] of Object.entries(mayUse))
    for (const file of filesOf(`contract/${domain}`))
      expect([file, usedBy(file).filter((name) => ![domain, ...others].includes(name))]).toEqual([
        file,
        [],
      ])
})

test('nothing of approval knows whose records are approved', () => {
  const files = [
    'contract/approval',
    'server/modules/approval',
    'server/engines/approval',
    'src/pages/approvals',
    'src/pages/approval-process',
    'src/pages/audit-setting',
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
