import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureBuilt, ensureInstalled, fail, root } from './prepare.mjs'

// npm start [PROGRAM …], as npm run backup, dump and the like do: makes what is missing, then runs the built program in this process.
const programs = ['main', 'backup', 'restore', 'dump', 'load', 'erase', 'operator']

checkNode()
process.chdir(root)
const program = process.argv[2] && !process.argv[2].startsWith('-') ? process.argv[2] : 'main'
if (!programs.includes(program))
  fail(`There is no "${program}"; there are npm start and npm run ${programs.slice(1).join(', ')}.`)
await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
if (program !== 'main') process.argv.splice(2, 1)
await import(pathToFileURL(join(root, 'dist/server', `${program}.js`)).href)
