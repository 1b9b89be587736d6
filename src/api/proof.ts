import { proofOfWork } from './public-calls.ts'
import { call } from './call.ts'

/**
 * Browsers hash for secure pages alone: over plain http, from another machine, there is the
 * picture.
 */
export const canProve = () => globalThis.crypto?.subtle !== undefined

/** Does the work that stands for a captcha: some seconds of this machine, nothing for the eyes. */
export async function prove(): Promise<string> {
  const [{ solveChallenge }, challenge] = await Promise.all([
    import('altcha-lib/v1'),
    call(proofOfWork, {}, { quiet: true }),
  ])
  const { algorithm, salt, signature, maxnumber } = challenge
  const solved = await solveChallenge(challenge.challenge, salt, algorithm, maxnumber).promise
  if (!solved) throw new Error('the challenge has no solution')
  return btoa(
    JSON.stringify({
      algorithm,
      challenge: challenge.challenge,
      number: solved.number,
      salt,
      signature,
    }),
  )
}
