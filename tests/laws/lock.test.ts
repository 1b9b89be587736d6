import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Entry {
  version?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '../..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Entry> }

test('npm ci works on every platform: no binary is missing from package-lock.json (else: node scripts/complete-lock.mjs)', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {}).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  )
  expect(missing).toEqual([])
  expect(
    Object.keys(packages).filter(
      (path) => path !== '' && !packages[path]!.version && !packages[path]!.link,
    ),
  ).toEqual([])
})

test('package-lock.json agrees with package.json and names no registry of its own', () => {
  const wanted = JSON.parse(read('package.json')) as Entry
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    expect(packages['']?.[kind]).toEqual(wanted[kind])
  const hosts = Object.values(packages).flatMap(({ resolved }) =>
    resolved?.startsWith('http') ? [new URL(resolved).host] : [],
  )
  expect(hosts.filter((host) => host !== 'registry.npmjs.org')).toEqual([])
})
