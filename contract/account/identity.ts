import { z } from 'zod'
import { call, nothing } from '../call.ts'
import { sealed } from './sign-in.ts'

/**
 * Leads to the provider; `link`: a ticket of who wants it linked. Answers a redirect, served
 * outside `serve`.
 */
export const oidcStartPath = '/oauth/oidc/start'
/** Where the provider leads back to. */
export const oidcCallbackPath = '/oauth/oidc/callback'
const path = '/iam/stong/v1/users/identity'

// chosen: the specification knows passwords alone
export const signInWays = call({
  endpoint: 'GET /oauth/public/ways',
  summary: 'By what else than a password one may sign in here',
  access: 'public',
  rate: 'ordinary',
  input: z.object({}),
  answer: z.object({ oidc: z.string().nullable() }),
})
export const identity = call({
  endpoint: `GET ${path}`,
  summary: 'Whether the caller’s account is linked with the provider outside',
  access: 'signed-in',
  input: z.object({}),
  answer: z.object({ name: z.string().nullable(), linkedAt: z.string().nullable() }),
})
export const linkIdentity = call({
  endpoint: `POST ${path}`,
  summary: 'Where to go to link the caller’s account, for who knows its password',
  access: 'signed-in',
  secret: true,
  lasting: true,
  unaudited: true,
  input: z.object({ originalPassword: sealed }),
  answer: z.object({ link: z.string() }),
})
export const unlinkIdentity = call({
  endpoint: `DELETE ${path}`,
  summary: 'End the link',
  access: 'signed-in',
  lasting: true,
  input: z.object({}),
  answer: nothing,
})
