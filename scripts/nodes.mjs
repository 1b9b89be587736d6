import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './prepare.mjs'

/** The Node.js versions that are promised (package.json, engines). */
const majors = [20, 22, 24]

/** Other promised versions than this one, as far as they are there or npm can bring them: name and program of each. */
export async function otherNodes() {
  const found = []
  for (const major of majors.filter((one) => one !== Number(process.versions.node.split('.')[0]))) {
    const folder = join(root, 'node_modules/.cache', `node-${major}`)
    const program = join(folder, 'node_modules/node/bin/node')
    if (!existsSync(program)) {
      mkdirSync(folder, { recursive: true })
      await run('npm', [
        'install',
        '--prefix',
        folder,
        '--no-save',
        '--no-audit',
        '--no-fund',
        '--ignore-scripts=false',
        `node@${major}`,
      ])
    }
    const { code, said } = await run(program, ['-p', 'process.versions.node'])
    if (code === 0 && said.startsWith(`${major}.`)) found.push({ version: said.trim(), program })
  }
  return found
}
