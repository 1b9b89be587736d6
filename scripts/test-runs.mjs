import { rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root, run } from './prepare.mjs'
import { readReport, slowestOf, told } from './test-report.mjs'

/** Where reports of runs lie. */
export const reports = join(root, 'test-results')
/** More than these are no accident of a busy machine. */
const mostTriedAgain = 3

export function tool(path, ...args) {
  return toolOn(process.execPath, path, ...args)
}
function toolOn(program, path, ...args) {
  const env = typeof args.at(-1) === 'object' ? args.pop() : {}
  return run(program, [join(root, 'node_modules', path), ...args], {
    ...env,
    ...(process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' }),
  })
}

/**
 * A machine under load can be late once: of few files that failed, each is run once more, and what
 * passes then is counted as passed, and named with what it said.
 */
export async function vitest(project, ...how) {
  const first = await vitestOnce(project, ...how)
  const files = first.failedFiles ?? []
  if (files.length === 0 || files.length > mostTriedAgain || project === 'laws') return first
  const [stage = project, , ...rest] = how
  const again = await vitestOnce(project, `${stage}-again`, files, ...rest)
  if (again.code !== 0 || again.counts.failed > 0 || again.counts.passed === 0) return first
  const { failed, passed } = first.counts
  return {
    ...first,
    code: 0,
    failures: first.failures.map((failure) => `${failure} (passed when tried again)`),
    counts: { ...first.counts, passed: passed + failed, failed: 0 },
  }
}

async function vitestOnce(
  project,
  stage = project,
  tests = [],
  env = {},
  program = process.execPath,
) {
  const file = join(reports, `${stage}.json`)
  rmSync(file, { force: true })
  const result = await toolOn(
    program,
    'vitest/vitest.mjs',
    'run',
    '--project',
    project,
    ...tests,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
    env,
  )
  const report = readReport(file)
  if (!report) return result
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
  } = report
  // A file that does not load has no tests to fail.
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  const failures = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        told(relative(root, name), fullName, failureMessages[0]),
      ),
  )
  for (const { name, message } of unloaded)
    failures.push(told(relative(root, name), 'does not load', message))
  return {
    ...result,
    failures,
    failedFiles: report.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name }) => relative(root, name)),
    slowest: slowestOf(
      report.testResults.map(({ name, startTime, endTime }) => [name, endTime - startTime]),
    ),
    counts: { passed, failed: failed + unloaded.length, skipped: pending + todo },
  }
}
