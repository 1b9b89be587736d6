import { createHash, randomBytes } from 'node:crypto'

/** Tokens are random; only their hashes are kept. */
export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
