import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { afterEach, expect, test, vi } from 'vitest'

const hmacKey = 'key'
const challengeOf = async () => ({
  ...(await createChallenge({ hmacKey, algorithm: 'SHA-256', maxnumber: 3000 })),
  maxnumber: 3000,
})
const asked = vi.hoisted(() => ({ challenge: {} as object }))
vi.mock('#src/api/call.ts', () => ({ call: async () => asked.challenge }))
const { prove } = await import('#src/api/proof.ts')
afterEach(() => vi.unstubAllGlobals())

test('the work is done where browsers hash, and over plain http, where they do not', async () => {
  asked.challenge = await challengeOf()
  expect(await verifySolution(await prove(), hmacKey)).toBe(true)
  asked.challenge = await challengeOf()
  vi.stubGlobal('crypto', {})
  const proof = await prove()
  vi.unstubAllGlobals()
  expect(await verifySolution(proof, hmacKey)).toBe(true)
})
test('a challenge that has no solution is told', async () => {
  asked.challenge = { ...(await challengeOf()), challenge: '0'.repeat(64), maxnumber: 10 }
  await expect(prove()).rejects.toThrow('no solution')
  vi.stubGlobal('crypto', {})
  await expect(prove()).rejects.toThrow('no solution')
})
