import { spawn } from 'node:child_process'
import { checkNode, ensureBuilt, ensureInstalled, root } from './prepare.mjs'

// npm run bench: figures, never a test. It takes some minutes and wants the machine to itself.
checkNode()
process.chdir(root)
await ensureInstalled()
await ensureBuilt()
spawn(process.execPath, ['--import', 'tsx', 'scripts/bench/main.ts'], { stdio: 'inherit' }).on(
  'close',
  (code) => (process.exitCode = code ?? 1),
)
