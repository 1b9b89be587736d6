import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, ensureBuilt, ensureInstalled, fail, root } from './prepare.mjs'

// npm start [backup FILE | restore FILE]: makes what is missing, then runs the built program in this process.
const programs = ['main', 'backup', 'restore']

checkNode()
process.chdir(root)
const program = process.argv[2] && !process.argv[2].startsWith('-') ? process.argv[2] : 'main'
if (!programs.includes(program)) fail(`There is no "${program}"; use npm start, npm run backup or npm run restore.`)
await ensureInstalled()
await ensureBuilt()
process.env.NODE_ENV ??= 'production'
if (program !== 'main') process.argv.splice(2, 1)
await import(pathToFileURL(join(root, 'dist/server', `${program}.js`)).href)
