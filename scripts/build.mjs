import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, ensureBuilt, ensureInstalled, root } from './prepare.mjs'

checkNode()
await ensureInstalled()
rmSync(join(root, 'dist/.stamp'), { force: true })
await ensureBuilt()
