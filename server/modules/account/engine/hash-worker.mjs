import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

// Runs in a worker, from its source as well as bundled. Given { password, strength } it answers the hash, given
// { password, stored } whether it is the password's; { failed } where a stored hash cannot be read.
// On Linux this is the thread's own priority: whoever is answered comes before whoever signs in.
if (process.platform === 'linux') setPriority(10)

parentPort.on('message', ({ password, stored, strength }) => {
  try {
    parentPort.postMessage({
      done: stored === undefined ? hashSync(password, strength) : verifySync(stored, password),
    })
  } catch (error) {
    parentPort.postMessage({ failed: error.message })
  }
})
