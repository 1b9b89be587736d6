import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, shouldInterruptAfterDeadline } from 'quickjs-emscripten-core'

// Runs codecs that tenants write, from its source as well as bundled: plain JavaScript that imports packages only. Each
// payload gets an interpreter of its own inside WebAssembly: no clock of ours, no files, no network, nothing left behind.
const memoryBytes = 8 * 1024 * 1024
const stackBytes = 256 * 1024
const timeMs = 100
const mostAnswer = 16 * 1024

const quickjs = await newQuickJSWASMModuleFromVariant(variant)

parentPort.on('message', ({ id, script, call }) => {
  parentPort.postMessage({ id, began: true })
  parentPort.postMessage({ id, ...run(script, call) })
})

/** `call`: an expression over what the script defines. Answers { answer: JSON text } or { error: sentence }. */
function run(script, call) {
  const runtime = quickjs.newRuntime()
  runtime.setMemoryLimit(memoryBytes)
  runtime.setMaxStackSize(stackBytes)
  runtime.setInterruptHandler(shouldInterruptAfterDeadline(Date.now() + timeMs))
  const context = runtime.newContext()
  try {
    const result = context.evalCode(`${script}
;JSON.stringify(${call})`, 'codec.js')
    if (result.error) {
      const problem = context.dump(result.error)
      result.error.dispose()
      return { error: String(problem?.message ?? problem).slice(0, 300) }
    }
    const answer = context.dump(result.value)
    result.value.dispose()
    if (typeof answer !== 'string') return { error: 'the script answered nothing' }
    return answer.length > mostAnswer ? { error: 'the answer is too large' } : { answer }
  } finally {
    context.dispose()
    runtime.dispose()
  }
}
