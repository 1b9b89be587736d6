import { sql } from 'kysely'
import { z } from 'zod'
import { expect, test } from 'vitest'
import { setPhone } from '#contract/account/self.ts'
import {
  accountPurposes,
  captchaCode,
  forgetPassword,
  register,
  sendPhoneCaptcha,
  token,
} from '#contract/account/sign-in.ts'
import { confirmContact } from '#contract/alarm/alarm-contact.ts'
import { confirmMessagePhone } from '#contract/message/ways.ts'
import { row } from '#server/db/database.ts'
import { addMember } from '#server/modules/account/engine/tenant.ts'
import { Client } from '#server/demo/client.ts'
import { newContact } from './alarm-ground.ts'
import { oneFarm } from './ground.ts'
import { clientWith, newMember, newTenant, password, tokenFor, type Tenant } from './harness.ts'

const { app, mine } = await oneFarm()
const other = await newTenant(app)
const phone = '13712340021'
const who = await newMember(app, mine, [])
await app.db.platform((tx) =>
  sql`update account set phone = ${phone} where id = ${who.accountId}`.execute(tx),
)
await app.db.write(other.id, (tx) => addMember(tx, who.accountId, null, [], null))
const anyone = new Client(app.http)

const contactIn = async (tenant: Tenant) => {
  const { id: userId } = (await app.db.read(tenant.id, (tx) =>
    row<{ id: number }>(tx, sql`select id from member where account_id = ${who.accountId}`),
  ))!
  return (await newContact(tenant, { channel: 'sms', userId })).id
}
const contacts = [
  { admin: mine.admin, id: await contactIn(mine) },
  { admin: mine.admin, id: await contactIn(mine) },
  { admin: other.admin, id: await contactIn(other) },
] as const

interface Code {
  captchaKey: string | null
  captcha: string
}
type Sends = () => Promise<{ captchaKey: string | null }>
type Takes = (code: Code) => Promise<{ statusCode: number; body: string }>
interface Purpose {
  sends: Sends
  takes: Takes
}
const account: Record<(typeof accountPurposes)[number], Takes> = {
  register: async (code) =>
    anyone.send(register, {
      ...(code as Code & { captchaKey: string }),
      phone,
      realName: '某人',
      tenantName: '某农场',
      password: await anyone.seal('Reg1sterHarvest27'),
    }),
  signIn: (code) =>
    anyone.send(token, {
      grant_type: 'sms_code',
      username: phone,
      captcha: code.captcha,
      captchaKey: code.captchaKey!,
    }),
  password: async (code) =>
    anyone.send(forgetPassword, {
      ...(code as Code & { captchaKey: string }),
      phone,
      password: await anyone.seal(password),
    }),
  phone: async (code) => {
    const signedIn = clientWith(app, await tokenFor(app, who.accountId, mine.id), mine.id)
    return signedIn.send(setPhone, {
      ...(code as Code & { captchaKey: string }),
      phone,
      originalPassword: await signedIn.seal(password),
    })
  },
}
// What resets a password ends every session: who confirms their own way signs in anew.
const asPerson = async (tenant: number) =>
  clientWith(app, await tokenFor(app, who.accountId, tenant), tenant)
const purposes: Record<string, Purpose> = {
  ...Object.fromEntries(
    accountPurposes.map((purpose): [string, Purpose] => [
      purpose,
      {
        sends: () => anyone.call(sendPhoneCaptcha, { phone, purpose }),
        takes: account[purpose],
      },
    ]),
  ),
  ...Object.fromEntries(
    contacts.map(({ admin, id }, at): [string, Purpose] => [
      `contact ${at}`,
      {
        sends: () => admin.call(confirmContact, { id }),
        takes: ({ captchaKey, captcha }) =>
          admin.send(confirmContact, { id, captchaKey: captchaKey!, captcha }),
      },
    ]),
  ),
  ...Object.fromEntries(
    [mine.id, other.id].map((tenant, at): [string, Purpose] => [
      `messages ${at}`,
      {
        sends: async () => (await asPerson(tenant)).call(confirmMessagePhone, {}),
        takes: async ({ captchaKey, captcha }) =>
          (await asPerson(tenant)).send(confirmMessagePhone, { captchaKey: captchaKey!, captcha }),
      },
    ]),
  ),
}
/** The code that a text brings; none waits for another here. */
async function codeBy(sends: Sends): Promise<Code> {
  await app.db.platform(async (tx) => {
    await sql`delete from sms_code`.execute(tx)
    await sql`delete from attempt`.execute(tx)
  })
  const { captchaKey } = await sends()
  const { captcha } = (await app.db.platform((tx) =>
    row<{ captcha: string }>(
      tx,
      sql`select substring(text from '[0-9]{6}') as captcha from sms_outbox where phone = ${phone}
        order by id desc limit 1`,
    ),
  ))!
  return { captchaKey, captcha }
}

test.each(Object.entries(purposes))(
  'a code sent for %s is taken for that alone',
  { timeout: 60_000 },
  async (sent, { sends }) => {
    const taken: string[] = []
    for (const [asked, { takes }] of Object.entries(purposes)) {
      const answer = await takes(await codeBy(sends))
      if (!answer.body.includes('captcha.validate')) taken.push(asked)
    }
    expect(taken).toEqual([sent])
  },
)

test('every call that sends a code, or takes one, is tried here', () => {
  const named = (schema: z.ZodType | null, name: string) =>
    schema instanceof z.ZodObject && name in schema.shape
  const takes = app.served.filter(
    ({ input }) => named(input, 'captchaKey') && named(input, 'captcha'),
  )
  const sends = app.served.filter(({ answer }) => named(answer, 'captchaKey'))
  expect(takes.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    [register, token, forgetPassword, setPhone, confirmContact, confirmMessagePhone]
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  )
  expect(sends.map(({ endpoint }) => endpoint).toSorted()).toEqual(
    [captchaCode, sendPhoneCaptcha, confirmContact, confirmMessagePhone]
      .map(({ endpoint }) => endpoint)
      .toSorted(),
  )
})
