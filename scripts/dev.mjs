import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { checkNode, ensureInstalled, root } from './prepare.mjs'

// The server restarts and the page reloads by themselves; Ctrl+C ends both.
checkNode()
await ensureInstalled()
const program = (path, args, env) =>
  spawn(process.execPath, [join(root, 'node_modules', path), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
const port = Number(process.env.PORT ?? 8080)
const serverPort = String(port + 1)
const children = [
  program('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', 'server/main.ts'], {
    PORT: serverPort,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${port}`,
  }),
  program('vite/bin/vite.js', ['--port', String(port)], {
    FURROW_DEV_SERVER: `http://127.0.0.1:${serverPort}`,
  }),
]

let ending = false
function end(signal) {
  ending = true
  for (const child of children) child.kill(signal)
}
// The terminal already sent Ctrl+C to both; npm and process managers reach only this process.
process.on('SIGINT', () => (ending = true))
process.on('SIGTERM', () => end('SIGTERM'))
const codes = await Promise.all(
  children.map(
    (child) =>
      new Promise((resolve) =>
        child.on('exit', (code) => {
          if (!ending) end('SIGTERM')
          resolve(code ?? 0)
        }),
      ),
  ),
)
process.exit(Math.max(...codes))
