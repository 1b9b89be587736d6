import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptPassword } from '#src/api/encrypt-password.ts'
import { fakeServer } from './fake-server.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
const open = (text: string) =>
  privateDecrypt(
    { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    Buffer.from(text, 'base64'),
  ).toString('utf8')

it.each(['Furrow2026', '密码Ünï🌱', ' a:b ', 'x'.repeat(100)])(
  'seals %j so that the server’s OAEP-SHA256 opens it',
  async (password) => {
    fakeServer(() => ({ body: { publicKey: pem, nonce: 'nonce-1' } }))
    const sealed = await encryptPassword(password)
    expect(open(sealed)).toBe(`nonce-1:${password}`)
    expect(sealed).not.toBe(await encryptPassword(password))
  },
)
it('refuses what is too long to be sealed', async () => {
  fakeServer(() => ({ body: { publicKey: pem, nonce: 'n' } }))
  await expect(encryptPassword('x'.repeat(300))).rejects.toMatchObject({
    code: 'hoth.warn.decodePasswordError',
  })
})
it('uses a nonce for one password only', async () => {
  const log = fakeServer(() => ({ body: { publicKey: pem, nonce: 'n' } }))
  await Promise.all([encryptPassword('a'), encryptPassword('b')])
  expect(log.map((asked) => asked.path)).toEqual([
    '/oauth/public/password-key',
    '/oauth/public/password-key',
  ])
})
