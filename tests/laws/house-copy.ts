import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** A copy of some places of the project, in which a generator is run. */
export function houseWith(generator: string, places: readonly string[]) {
  // Inside the project, so that what is made finds the project's packages.
  mkdirSync('test-results', { recursive: true })
  const house = mkdtempSync(resolve(`test-results/${generator}-`))
  for (const place of places) {
    mkdirSync(dirname(join(house, place)), { recursive: true })
    cpSync(place, join(house, place), { recursive: true })
  }
  return {
    house,
    end: () => rmSync(house, { recursive: true, force: true }),
    read: (path: string) => readFileSync(join(house, path), 'utf8'),
    run: (...flags: string[]): { code: number; text: string } => {
      try {
        return {
          code: 0,
          text: execFileSync(
            process.execPath,
            ['--import', 'tsx', resolve(`scripts/${generator}.ts`), ...flags],
            { cwd: house, encoding: 'utf8', stdio: 'pipe' },
          ),
        }
      } catch (error) {
        const { status, stderr } = error as { status: number; stderr: string }
        return { code: status, text: stderr }
      }
    },
  }
}
