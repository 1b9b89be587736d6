import { proofOfWork } from './public-calls.ts'
import { call } from './call.ts'

/** Hashes in a row before the page is drawn again. */
const atOnce = 2000

/** The number whose hash behind the salt is the challenge; null: there is none up to `most`. */
async function solve(challenge: string, salt: string, most: number): Promise<number | null> {
  if (globalThis.crypto?.subtle) {
    const { solveChallenge } = await import('altcha-lib/v1')
    const solved = await solveChallenge(challenge, salt, 'SHA-256', most).promise
    return solved?.number ?? null
  }
  // Browsers hash for secure pages alone: over plain http, as in a farm's own network, we do.
  const [{ sha256 }, { bytesToHex, utf8ToBytes }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/utils.js'),
  ])
  for (let number = 0; number <= most; number++) {
    if (bytesToHex(sha256(utf8ToBytes(salt + number))) === challenge) return number
    if (number % atOnce === atOnce - 1) await new Promise((then) => setTimeout(then))
  }
  return null
}

/** Does the work that stands for a captcha: some seconds of this machine, nothing for the eyes. */
export async function prove(): Promise<string> {
  const { algorithm, challenge, salt, signature, maxnumber } = await call(
    proofOfWork,
    {},
    { quiet: true },
  )
  const number = await solve(challenge, salt, maxnumber)
  if (number === null) throw new Error('the challenge has no solution')
  return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }))
}
