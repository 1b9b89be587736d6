import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// This file runs before anything is installed: no dependencies, plain JavaScript.
export const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const minNode = [20, 19]
const built = [
  'contract',
  'src',
  'server',
  'simulator',
  'locales',
  'public',
  ...['backup', 'restore', 'dump', 'load', 'erase', 'operator', 'reach'].map(
    (name) => `scripts/${name}.ts`,
  ),
  'index.html',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > minNode[0] || (major === minNode[0] && minor >= minNode[1])) return
  fail(
    `Furrow needs Node.js ${minNode.join('.')} or newer, and this is ${process.versions.node}: install a newer one from https://nodejs.org.`,
  )
}

/** Installs the packages of package-lock.json unless exactly those are there. */
export async function ensureInstalled() {
  const lockText = read('package-lock.json')
  if (lockText === undefined) fail('package-lock.json is missing: check the folder out again.')
  const wanted = digest(
    lockText,
    process.platform,
    process.arch,
    process.versions.node.split('.')[0],
  )
  const stamp = 'node_modules/.furrow-stamp'
  if (read(stamp) === wanted) return
  if (!matches(JSON.parse(lockText))) {
    await step(
      'Installing packages',
      npm(['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']),
    )
    if (!existsSync(join(root, 'node_modules'))) fail('npm ci left no node_modules folder.')
  }
  writeFileSync(join(root, stamp), wanted)
}

/** npm keeps its own note of what it installed; a tree that already agrees is not installed again. */
function matches(lock) {
  const there = JSON.parse(read('node_modules/.package-lock.json') ?? '{}').packages ?? {}
  return Object.entries(lock.packages).every(([path, wanted]) => {
    if (path === '' || wanted.link) return true
    if (there[path])
      return there[path].version === wanted.version && existsSync(join(root, path, 'package.json'))
    return wanted.optional === true && !(wanted.os && fits(wanted))
  })
}

function fits({ os = [], cpu = [], libc }) {
  return os.includes(process.platform) && (cpu.length === 0 || cpu.includes(process.arch)) && !libc
}

/** Builds dist/ unless it was made from exactly these files. */
export async function ensureBuilt() {
  const stampPath = join(root, 'dist/.stamp')
  const stamp = JSON.parse(read('dist/.stamp') ?? '{}')
  const files = built.flatMap(walk).sort((a, b) => (a.path < b.path ? -1 : 1))
  const looks = digest(...files.map(({ path, size, mtimeMs }) => `${path} ${size} ${mtimeMs}`))
  const isThere = existsSync(join(root, 'dist/server/main.js'))
  if (isThere && stamp.looks === looks) return
  // A fresh checkout or a branch switched back and forth changes times and not contents.
  const content = digest(...files.flatMap(({ path }) => [path, readFileSync(join(root, path))]))
  if (!isThere || stamp.content !== content) await build()
  writeFileSync(stampPath, JSON.stringify({ looks, content }))
}

export async function build() {
  const vite = (...args) =>
    run(
      process.execPath,
      [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn', ...args],
      { NODE_ENV: 'production' },
    )
  const halves = [vite('--ssr')]
  // Without the page there is nothing for the browser to build.
  const hasPage = existsSync(join(root, 'index.html'))
  if (hasPage) halves.push(vite())
  const failed = (results) => results.find((result) => result.code !== 0)
  await step(
    'Building',
    Promise.all(halves).then((results) => failed(results) ?? (hasPage ? whole() : results[0])),
  )
}

const whole = () =>
  run(process.execPath, [
    '--experimental-vm-modules',
    '--no-warnings',
    join(root, 'scripts/whole-chunks.mjs'),
  ])

function walk(path) {
  const full = join(root, path)
  const found = statSync(full, { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [{ path, size: found.size, mtimeMs: found.mtimeMs }]
  return readdirSync(full).flatMap((name) => (name.startsWith('.') ? [] : walk(`${path}/${name}`)))
}

function npm(args) {
  // Under `npm start` this is the very npm that was called; otherwise the one on the path.
  const script = process.env.npm_execpath
  return script ? run(process.execPath, [script, ...args]) : run('npm', args)
}

/** Runs a program and keeps what it says for the case that it fails. */
export function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text))
    child.on('error', (error) => resolve({ code: 127, said: error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, said }))
  })
}

/** Shows that something goes on once it takes more than a second. */
export async function step(label, work) {
  const start = Date.now()
  const seconds = () => Math.round((Date.now() - start) / 1000)
  let shown = false
  const timer = setInterval(() => {
    if (process.stdout.isTTY) process.stdout.write(`\r${label} … ${seconds()} s `)
    else if (!shown) console.log(`${label} …`)
    shown = true
  }, 1_000)
  const { code, said } = await work
  clearInterval(timer)
  if (shown)
    console.log(
      process.stdout.isTTY ? `\r${label} … done in ${seconds()} s` : `${label} took ${seconds()} s`,
    )
  if (code !== 0) fail(`${said.trim()}\n\n${label} failed (see above).`)
}

export function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function read(path) {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return undefined
  }
}

function digest(...parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}
