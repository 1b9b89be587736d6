import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import variant from '@jitl/quickjs-wasmfile-release-sync'
import {
  newQuickJSWASMModuleFromVariant,
  shouldInterruptAfterDeadline,
} from 'quickjs-emscripten-core'

// Runs codecs that tenants write, from its source as well as bundled: plain JavaScript that imports packages only. Each
// payload gets an interpreter of its own inside WebAssembly: no clock of ours, no files, no network, nothing left behind.
const memoryBytes = 8 * 1024 * 1024
const stackBytes = 256 * 1024
const timeMs = 100
const mostAnswer = 16 * 1024

// On Linux this is the thread's own priority: whoever is answered comes before it.
if (process.platform === 'linux') setPriority(10)
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
  const held = []
  const hold = (handle) => (held.push(handle), handle)
  const evaluate = (code, name) => valueOf(context, hold, context.evalCode(code, name))
  try {
    // Taken before the script runs, which may put anything in its place.
    const stringify = evaluate('JSON.stringify', 'before.js')
    evaluate(script, 'codec.js')
    const answer = context.dump(
      valueOf(
        context,
        hold,
        context.callFunction(stringify, context.undefined, evaluate(call, 'call.js')),
      ),
    )
    if (typeof answer !== 'string') return { error: 'the script answered nothing' }
    return answer.length > mostAnswer ? { error: 'the answer is too large' } : { answer }
  } catch (problem) {
    return { error: sentenceOf(problem) }
  } finally {
    for (const handle of held) handle.dispose()
    context.dispose()
    runtime.dispose()
  }
}

function valueOf(context, hold, result) {
  if (!result.error) return hold(result.value)
  throw context.dump(hold(result.error))
}
function sentenceOf(problem) {
  const said = problem?.message ?? problem
  return typeof said === 'string' || typeof said === 'number'
    ? String(said).slice(0, 300)
    : 'the script threw something without a message'
}
