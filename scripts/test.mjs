import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installTestBrowser } from './chromium.mjs'
import { otherNodes } from './nodes.mjs'
import { installPostgres15, startPostgres15 } from './postgres-15.mjs'
import { readReport, slowestOf, specsOf, told } from './test-report.mjs'
import { reports, tool, vitest } from './test-runs.mjs'
import { checkNode, ensureBuilt, ensureInstalled, root, run } from './prepare.mjs'

// npm test [-- --only=laws,server]: one line per stage, all stages whatever fails, the totals alone on the last line.
checkNode()
process.chdir(root)
const only = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice(7)
  .split(',')
/** Names of tests that failed, over all stages. */
const broken = []
const totals = { passed: 0, failed: 0, skipped: 0 }

/**
 * A server that died lets every page that follows wait for its time, twice: what is said of the first
 * ones helps more than a run that somebody else cuts off.
 */
const mostBrokenPages = 10
const mostMinutesOfPages = 46

/** Server tests that also run on PostgreSQL 15: one or two of every way in which the database is used. */
const sampled = [
  'plain-owner',
  'catalogue',
  'data-scope',
  'upgrade',
  'upgrade-refusals',
  'dump',
  'dump-tenant',
  'backup-outside',
  'isolation',
  'account',
  'account-tenants',
  'jobs',
  'alarms',
  'alarm-retention',
  'telemetry',
  'retention',
  'approval',
  'approval-moves',
  'stock-documents',
  'stock-document-states',
  'stock-voids',
  'platform',
  'permissions',
]

/** And on the other versions of Node.js: what stands on compiled code, and the sandbox. */
const sampledOnNodes = ['account', 'uploads', 'lora', 'lora-codec']
/** Server tests of which every second call is answered by a second server on the same database, and one of two real processes. */
const paired = [
  'two-processes',
  'account',
  'account-tenants',
  'account-registering',
  'platform',
  'permissions',
  'pictures',
  'serving',
  'isolation',
  'jobs',
  'stock-documents',
  'stock-document-states',
  'stock-conversions',
  'stock-voids',
  'stock-approval',
  'second-factor',
  'uploads',
]

const stages = {
  fmt: () => tool('oxfmt/bin/oxfmt', '--check'),
  types: () => tool('typescript/bin/tsc'),
  lint: () => tool('oxlint/bin/oxlint', '-c', 'oxlint.config.mjs', '--deny-warnings'),
  laws: () => vitest('laws'),
  server: () => vitest('server', 'server', [], onBuilt()),
  'server-15': () => onPlainOwner(),
  'server-2': () =>
    vitest(
      'server',
      'server-2',
      paired.map((name) => `tests/server/${name}.test.ts`),
      { TEST_PAIR: 'on', ...onBuilt() },
    ),
  web: () => vitest('web'),
  build: () => run(process.execPath, ['scripts/build.mjs']),
  closure: () =>
    ensureBuilt().then(() => run(process.execPath, ['scripts/closure.mjs', '--check'])),
  nodes: () => onOtherNodes(),
  e2e: () => playwright(),
}

const unknown = only?.filter((name) => !(name in stages)) ?? []
if (unknown.length > 0) {
  console.error(
    `There is no stage ${unknown.join(', ')}; there are ${Object.keys(stages).join(', ')}.`,
  )
  process.exit(2)
}

await ensureInstalled()
mkdirSync(reports, { recursive: true })
const chosen = Object.keys(stages).filter((name) => !only || only.includes(name))
const begun = beginSideBySide(chosen)
for (const name of chosen) {
  const {
    took,
    code,
    said,
    leftOut,
    failures = [],
    slowest = '',
    counts = code === 0
      ? { passed: 1, failed: 0, skipped: 0 }
      : { passed: 0, failed: 1, skipped: 0 },
  } = await (begun.get(name) ?? afterThose(name))
  if (leftOut) {
    // Who asks for it by name wants it run.
    if (only) totals.failed++
    console.log(`${only ? 'FAIL' : '--  '}  ${name.padEnd(9)}         left out: ${leftOut}`)
    continue
  }
  // A runner that broke down before its first test has failed, whatever it counted.
  if (code !== 0 && counts.failed === 0) counts.failed = 1
  for (const key of Object.keys(totals)) totals[key] += counts[key]
  const seconds = (took / 1000).toFixed(1).padStart(6)
  const detail = ['laws', 'server', 'server-15', 'server-2', 'web', 'nodes', 'e2e'].includes(name)
    ? `  ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`
    : ''
  console.log(`${counts.failed > 0 ? 'FAIL' : 'ok  '}  ${name.padEnd(9)}${seconds} s${detail}`)
  for (const failure of failures) console.log(`      ${failure}`)
  if (slowest) console.log(`      slowest: ${slowest}`)
  if (counts.failed > 0) console.log(`${said.trim()}\n`)
  broken.push(...failures.map((failure) => `${name}: ${failure}`))
}
// Again, beside the totals: what was said of each stands far above.
for (const failure of broken) console.log(failure)
console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`)
process.exit(totals.failed > 0 || totals.passed === 0 ? 1 : 0)

/** What starts servers has the machine to itself, and finds the built one. */
async function afterThose(name) {
  await Promise.all(begun.values())
  return timed(name)
}

async function timed(name) {
  const start = Date.now()
  const result = await stages[name]()
  return { ...result, took: Date.now() - start }
}

/**
 * What only reads the code, and the build, two at a time, the longest first: most of it works on one
 * core.
 */
function beginSideBySide(names) {
  const waiting = ['laws', 'lint', 'build', 'types', 'fmt'].filter((name) => names.includes(name))
  const results = new Map()
  const ends = new Map()
  for (const name of waiting) results.set(name, new Promise((...end) => void ends.set(name, end)))
  const lane = async () => {
    for (let name = waiting.shift(); name; name = waiting.shift())
      await timed(name).then(...ends.get(name))
  }
  void lane()
  void lane()
  return results
}

/** Real processes of the tests start the built server, where this run has built it: in two seconds less. */
function onBuilt() {
  return chosen.includes('build') ? { TEST_BUILT: 'on' } : {}
}

/** A sample of the server's tests, on the oldest PostgreSQL that is promised and an owner that is no superuser. */
async function onPlainOwner() {
  const leftOut = await installPostgres15()
  if (leftOut) return { leftOut }
  const postgres = await startPostgres15()
  try {
    return await vitest(
      'server',
      'server-15',
      sampled.map((name) => `tests/server/${name}.test.ts`),
      { DATABASE_URL: postgres.url, ...onBuilt() },
    )
  } finally {
    await postgres.stop()
  }
}

/** The built server is started, and a sample of the server's tests run, on each other version of Node.js that is promised. */
async function onOtherNodes() {
  const nodes = await otherNodes()
  if (nodes.length === 0) return { leftOut: 'npm brings no other Node.js here (node@22, node@24)' }
  await ensureBuilt()
  const all = { code: 0, said: '', failures: [], counts: { passed: 0, failed: 0, skipped: 0 } }
  for (const { version, program } of nodes) {
    const started = await run(program, ['scripts/closure.mjs', '--start'])
    const {
      code,
      said,
      failures = [],
      counts = { passed: 0, failed: 1, skipped: 0 },
    } = await vitest(
      'server',
      `node-${version}`,
      sampledOnNodes.map((name) => `tests/server/${name}.test.ts`),
      {},
      program,
    )
    all.code ||= started.code || code
    all.said += started.code === 0 ? '' : `Node.js ${version}: ${started.said}`
    all.said += code === 0 ? '' : `Node.js ${version}: ${said}`
    all.failures.push(...failures.map((failure) => `${version}: ${failure}`))
    for (const key of Object.keys(counts)) all.counts[key] += counts[key]
    all.counts[started.code === 0 ? 'passed' : 'failed']++
  }
  return all
}

async function playwright() {
  const chromium = await installTestBrowser()
  if (typeof chromium !== 'string') return { code: 1, said: chromium.problem }
  await ensureBuilt()
  const file = join(reports, 'e2e.json')
  rmSync(file, { force: true })
  const result = await run(
    process.execPath,
    [
      join(root, 'node_modules/playwright/cli.js'),
      'test',
      '--reporter=line,json',
      `--max-failures=${mostBrokenPages}`,
      `--global-timeout=${mostMinutesOfPages * 60_000}`,
    ],
    {
      PLAYWRIGHT_JSON_OUTPUT_NAME: file,
      CHROMIUM: chromium,
      NO_COLOR: '1',
    },
  )
  const report = readReport(file)
  if (!report) return result
  const { expected, flaky, unexpected, skipped } = report.stats
  const failures = specsOf(report.suites).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) =>
        told(
          file,
          `${title}${status === 'flaky' ? ' (passed when tried again)' : ''}`,
          results.find(({ error }) => error)?.error.message,
        ),
      ),
  )
  const slowest = slowestOf(
    report.suites.map((suite) => [
      suite.file,
      specsOf([suite])
        .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
        .reduce((sum, { duration }) => sum + duration, 0),
    ]),
  )
  return {
    ...result,
    failures,
    slowest,
    counts: { passed: expected + flaky, failed: unexpected, skipped },
  }
}
