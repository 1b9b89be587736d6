import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SourceTextModule } from 'node:vm'
import { root } from './prepare.mjs'

// What the bundler wrote for browsers is read as a browser reads it: it has been seen to export a name
// that nothing in the file defines, which no type, law or unit test notices, and nothing opens then.
const folder = join(root, 'dist/web/assets')
for (const name of readdirSync(folder).filter((one) => one.endsWith('.js')))
  try {
    new SourceTextModule(readFileSync(join(folder, name), 'utf8'), { identifier: name })
  } catch (error) {
    console.error(`${name}: ${error.message}`)
    process.exitCode = 1
  }
