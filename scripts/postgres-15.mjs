import { spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { run } from './prepare.mjs'
import { scratchDir } from './scratch.mjs'

const programs = process.env.POSTGRES_15 ?? '/usr/lib/postgresql/15/bin'
const isThere = () => existsSync(join(programs, 'initdb'))
const nobody = { uid: 65534, gid: 65534 }

/** Why there is no PostgreSQL 15 here, or null once there is one: root on Debian installs it. */
export async function installPostgres15() {
  if (isThere()) return null
  if (process.platform !== 'linux' || process.getuid() !== 0 || !existsSync('/usr/bin/apt-get'))
    return 'PostgreSQL 15 is not installed (sudo apt-get install postgresql-15, or POSTGRES_15 names the folder of its programs)'
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], env)
  const { said } = await run(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'postgresql-15'],
    env,
  )
  return isThere()
    ? null
    : `PostgreSQL 15 could not be installed: ${said.trim().split('\n').at(-1) ?? ''}`
}

/**
 * A PostgreSQL 15 on a loopback port, and the address of an owner as docs/operations.md asks for: CREATEROLE, its own
 * database, no superuser. CREATEDB and pg_signal_backend besides, because each test file has a database of its own.
 */
export async function startPostgres15() {
  const folder = mkdtempSync(join(scratchDir(), 'furrow-pg15-'))
  const account = process.getuid() === 0 ? nobody : {}
  if (account.uid) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o700)
  const port = await freePort()
  const tool = (name, args) =>
    finished(
      spawn(join(programs, name), args, {
        ...account,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
      }),
    )
  await tool('initdb', [
    '-D',
    join(folder, 'data'),
    '-U',
    'postgres',
    '--locale=C',
    '--encoding=UTF8',
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ])
  const server = spawn(
    join(programs, 'postgres'),
    [
      '-D',
      join(folder, 'data'),
      '-p',
      String(port),
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      `unix_socket_directories=${folder}`,
      '-c',
      'max_connections=200',
      '-c',
      'timezone=UTC',
    ],
    { ...account, cwd: folder, stdio: 'ignore', env: { PATH: process.env.PATH, LC_ALL: 'C' } },
  )
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const { default: pg } = await import('pg')
  const as = (config) => new pg.Client({ port, database: 'postgres', ...config })
  for (let tries = 0; ; tries++) {
    const client = as({ host: folder, user: 'postgres' })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(
        "create role furrow_keeper login createrole createdb nosuperuser nobypassrls password 'keeps the field'",
      )
      await client.query('grant pg_signal_backend to furrow_keeper')
      await client.query('create database furrow owner furrow_keeper')
      await client.end()
      break
    } catch (error) {
      await client.end().catch(() => undefined)
      if (tries > 200 || server.exitCode !== null) throw error
      await wait(50)
    }
  }
  return {
    url: `postgres://furrow_keeper:${encodeURIComponent('keeps the field')}@127.0.0.1:${port}/furrow`,
    async stop() {
      server.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function finished(child) {
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text))
  return new Promise((resolve, reject) =>
    child
      .once('error', reject)
      .once('close', (code) => (code === 0 ? resolve() : reject(new Error(said)))),
  )
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
