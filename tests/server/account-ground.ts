import { expect } from 'vitest'
import { self as selfCall } from '#contract/account/self.ts'
import { token, type Tokens } from '#contract/account/sign-in.ts'
import { Client } from '#server/demo/client.ts'
import { oneFarm } from './ground.ts'
import { newMember, password } from './harness.ts'

export const { app, mine } = await oneFarm()

export const form = async (
  client: Client,
  username: string,
  secret: string,
  more: Record<string, string> = {},
) =>
  client.send(token, {
    grant_type: 'password',
    username,
    password: await client.seal(secret),
    ...more,
  })
export const self = (client: Client) => client.call(selfCall)
export const signIn = async (loginName: string, secret = password) => {
  const client = new Client(app.http)
  const answer = await form(client, loginName, secret)
  expect(answer.statusCode).toBe(200)
  const tokens = answer.json<Tokens>()
  client.token = tokens.access_token
  client.tenantId = (await self(client)).tenantId
  return { client, tokens }
}
export const someone = () => newMember(app, mine, [])
