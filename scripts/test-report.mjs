import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export function specsOf(suites = []) {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites)])
}

/** The files that took longest, so that whoever waits knows for what. */
export function slowestOf(files) {
  return files
    .sort(([, a], [, b]) => b - a)
    .slice(0, 6)
    .map(
      ([file, ms]) => `${basename(file).replace(/\.test\.tsx?$/, '')} ${Math.round(ms / 1000)} s`,
    )
    .join(', ')
}

/**
 * One line about a failed test: where it stands, its title, how what it said begins, and in what
 * was found differs from what was awaited.
 */
export function told(file, title, message = '') {
  const [line = '', ...rest] = stripVTControlCharacters(message).trim().split('\n')
  const difference = rest
    .map((one) => one.trim())
    .filter((one) => /^([+-] (?!Expected|Received)|Received(:| length:| string:))/.test(one))
  return `${file} > ${title}: ${[line, ...difference].join(' ').slice(0, 600)}`
}

export function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
