import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'

// npm drops binaries of other platforms from package-lock.json when it cannot see them, and `npm ci` then refuses
// the file (github.com/npm/cli/issues/4828). This writes them back; their versions are fixed by their parents.
const file = join(root, 'package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (
      path === '' ||
      lock.packages[`${path}/node_modules/${name}`] ||
      lock.packages[`node_modules/${name}`]
    )
      continue
    lock.packages[`node_modules/${name}`] = {
      version,
      ...platform(name),
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
    }
    added.push(`${name}@${version}`)
  }
}
lock.packages = Object.fromEntries(
  Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')),
)
if (added.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added.length > 0 ? `Written back: ${added.join(', ')}` : 'package-lock.json is complete.',
)

function platform(name) {
  const words = name.split(/[/-]/)
  const os = [
    'aix',
    'android',
    'darwin',
    'freebsd',
    'linux',
    'netbsd',
    'openbsd',
    'openharmony',
    'sunos',
    'win32',
  ].find((word) => words.includes(word))
  const cpu = [
    'arm',
    'arm64',
    'ia32',
    'loong64',
    'ppc64',
    'riscv64',
    's390x',
    'x64',
    'wasm32',
  ].find((word) => words.includes(word))
  const libc =
    os !== 'linux'
      ? undefined
      : words.some((word) => word.startsWith('musl'))
        ? 'musl'
        : words.some((word) => word.startsWith('gnu'))
          ? 'glibc'
          : undefined
  if (!os || !cpu)
    throw new Error(
      `${name}: cannot tell its platform from its name; add it to package-lock.json by hand.`,
    )
  return { cpu: [cpu], ...(libc ? { libc: [libc] } : {}), os: [os] }
}
