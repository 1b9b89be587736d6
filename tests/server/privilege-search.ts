import { sql } from 'kysely'
import type { LightMyRequestResponse } from 'fastify'
import {
  createScreenCode,
  redeemScreenCode,
  saveScreenChannels,
  screenValues,
} from '#contract/account/screen-calls.ts'
import { tenantScreens } from '#contract/account/tenant.ts'
import { self } from '#contract/account/self.ts'
import { forgetPassword, token } from '#contract/account/sign-in.ts'
import type { IssuedCode } from '#contract/account/invitation.ts'
import { alarmContact, confirmContact } from '#contract/alarm/alarm-contact.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { controlRule } from '#contract/automation/control-rule.ts'
import { runRule } from '#contract/automation/control-run.ts'
import { deviceGroup } from '#contract/automation/device-group.ts'
import { board, boardContent } from '#contract/board/board.ts'
import { saveCameraShare, sharedLive } from '#contract/camera/share.ts'
import { liveAddress } from '#contract/camera/viewing.ts'
import { callOf } from '#contract/entity-calls.ts'
import type { Entity } from '#contract/entity.ts'
import { restoreRecord } from '#contract/platform/recycle-calls.ts'
import { assignPermissions, copyRole } from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import { row } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { issue, redeem } from './grant-ground.ts'
import { clientWith, unique } from './harness.ts'
import { apply, check, csv } from './import-files.ts'
import type { Made } from './samples.ts'
import { app, every } from './privilege-ground.ts'
import { opens, type Ground } from './privilege-search-ground.ts'

const ruleOn = (what: { deviceId?: number; groupId?: number }) => ({
  name: unique('规则'),
  enabledFlag: 1 as const,
  actions: [opens(what)],
})
const card = (ground: Ground) => ({
  kind: 'number' as const,
  title: '气温',
  deviceId: ground.sensor,
  metric: 'airTemperature',
  hours: 24,
  width: 1,
  height: 1,
})
const versionOf = async ({ tenant }: Ground, table: string, id: number) =>
  (
    await app.db.read(tenant.id, (tx) =>
      row<{ objectVersionNumber: number }>(
        tx,
        sql`select object_version_number from ${sql.table(table)} where id = ${id}`,
      ),
    )
  )?.objectVersionNumber ?? 0
async function imported(client: Client, entity: Entity, lines: string, mode?: 'update') {
  const found = await check(app, client, entity.name, csv(lines), { mode: mode as never }).catch(
    () => null,
  )
  if (found && found.valid > 0) await apply(app, client, found.jobId, true).catch(() => null)
}
const any = <T>(all: readonly T[], chance: () => number): T =>
  all[Math.floor(chance() * all.length)]!

type Move = (
  ground: Ground,
  client: Client,
  chance: () => number,
) => Promise<LightMyRequestResponse | null | void>
/** Each thing that somebody may have something else do for them, or hand to somebody. */
export const moves: Readonly<Record<string, Move>> = {
  'a rule': async (ground, client) => {
    const made = await client.send(
      callOf(controlRule, 'create'),
      ruleOn({ deviceId: ground.valve }),
    )
    return client.send(runRule, { id: made.json<Made>().id })
  },
  'a rule over a group': async (ground, client) => {
    const made = await client.send(callOf(deviceGroup, 'create'), {
      name: unique('组'),
      deviceIds: [ground.valve],
    })
    const rule = await client.send(
      callOf(controlRule, 'create'),
      ruleOn({ groupId: made.json<Made>().id }),
    )
    return client.send(runRule, { id: rule.json<Made>().id })
  },
  'the administrator’s rule': async (ground, client) => {
    await client.send(callOf(controlRule, 'edit'), {
      ...ruleOn({ deviceId: ground.valve }),
      id: ground.rule.id,
      objectVersionNumber: await versionOf(ground, 'control_rule', ground.rule.id),
    })
    await ground.tenant.admin.send(runRule, { id: ground.rule.id })
  },
  'the administrator’s group': async (ground, client) => {
    await client.send(callOf(deviceGroup, 'edit'), {
      id: ground.group.id,
      objectVersionNumber: await versionOf(ground, 'device_group', ground.group.id),
      name: String(ground.group.name),
      deviceIds: [ground.valve],
    })
    await ground.tenant.admin.send(runRule, { id: ground.rule.id })
  },
  'the bin': async (ground, client) => {
    await client.send(callOf(controlRule, 'delete'), { id: ground.rule.id })
    await client.send(restoreRecord, { entity: 'controlRule', recordId: ground.rule.id })
    await client.send(runRule, { id: ground.rule.id })
  },
  'an alarm’s rule': async (_ground, client) =>
    client.send(callOf(alarmRule, 'create'), {
      name: unique('告警'),
      level: 2,
      deviceType: 'electric_valve',
      trigger: 'offline',
      silentMinutes: 10,
      enabledFlag: 1,
      action: 'stopIrrigation',
    }),
  'a screen': async (ground, client) => {
    const [screen] = await ground.tenant.admin.call(tenantScreens)
    await client.send(saveScreenChannels, {
      id: screen!.id,
      channels: [{ deviceId: ground.sensor, metric: 'airTemperature' }],
    })
    const { code } = await client.call(createScreenCode, { id: screen!.id })
    const anyone = new Client(app.http)
    const redeemed = await anyone.call(redeemScreenCode, { code })
    // What a screen is given opens nothing else either.
    const asPerson = clientWith(app, redeemed.access_token, ground.tenant.id)
    ground.own.push(asPerson)
    anyone.token = redeemed.access_token
    return anyone.send(screenValues)
  },
  'a board of one’s own': async (ground, client, chance) => {
    const made = await client.send(callOf(board, 'create'), {
      name: unique('看板'),
      sharing: any(['mine', 'all', 'role'] as const, chance),
      roleId: any(ground.roles, chance).id,
      cards: [card(ground)],
    })
    return any(ground.own, chance).send(boardContent, { id: made.json<Made>().id })
  },
  'the administrator’s board': async (ground, client, chance) => {
    await client.send(callOf(board, 'edit'), {
      id: ground.board.id,
      objectVersionNumber: await versionOf(ground, 'board', ground.board.id),
      name: String(ground.board.name),
      sharing: 'role',
      roleId: any(ground.roles, chance).id,
      cards: [card(ground)],
    })
    return client.send(boardContent, { id: ground.board.id })
  },
  'a link to a camera': async (ground, client) => {
    const made = await client.send(saveCameraShare, {
      cameraId: ground.camera,
      title: '大棚',
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    return new Client(app.http).send(sharedLive, {
      token: made.json<{ token: string }>().token,
      visitor: 'v'.repeat(20),
      name: '王工',
    })
  },
  'a camera’s address': async (ground, client) =>
    client.send(liveAddress, { cameraId: ground.camera }),
  'a code handed over for alarms': async (ground, client) => {
    const { id: account } = await ground.tenant.admin.call(self)
    const phone = `132${String(account).padStart(8, '0').slice(-8)}`
    await app.db.platform(async (tx) => {
      await sql`update account set phone = ${phone} where id = ${account}`.execute(tx)
      await sql`delete from sms_code where phone = ${phone}`.execute(tx)
    })
    const { id: userId } = (await app.db.read(ground.tenant.id, (tx) =>
      row<{ id: number }>(tx, sql`select id from member where account_id = ${account}`),
    ))!
    const made = await client.send(callOf(alarmContact, 'create'), {
      name: unique('值班'),
      userId,
      channel: 'sms',
      minLevel: 1,
      stage: 1,
      enabledFlag: 1,
    })
    const { captchaKey } = await client.call(confirmContact, { id: made.json<Made>().id })
    const { captcha } = (await app.db.platform((tx) =>
      row<{ captcha: string }>(
        tx,
        sql`select substring(text from '[0-9]{6}') as captcha from sms_outbox
          where phone = ${phone} order by id desc limit 1`,
      ),
    ))!
    const anyone = new Client(app.http)
    const code = { captchaKey: captchaKey!, captcha }
    const entered = await anyone.send(token, {
      grant_type: 'sms_code',
      username: phone,
      ...code,
    })
    if (entered.statusCode === 200)
      ground.own.push(
        clientWith(app, entered.json<{ access_token: string }>().access_token, ground.tenant.id),
      )
    const secret = 'Taken#2027'
    await anyone.send(forgetPassword, { phone, ...code, password: await anyone.seal(secret) })
    const next = await new Client(app.http).signIn(phone, secret).catch(() => null)
    if (next) ground.own.push(next)
  },
  'a file of people': async (ground, client, chance) =>
    imported(
      client,
      user,
      `登录名,姓名,角色\n${unique('p')},新人,${any(ground.roles, chance).name}`,
    ),
  'a file that changes people': async (ground, client, chance) =>
    imported(
      client,
      user,
      `登录名,姓名,角色\n${ground.attacker.loginName},新人,${any(ground.roles, chance).name}`,
      'update',
    ),
  'a file of roles': async (_ground, client) =>
    imported(client, role, `编码,名称,启用\n${unique('r')},角色,是`),
  'a role’s codes': async (ground, client, chance) => {
    const { id } = any(ground.roles, chance)
    await client.send(assignPermissions, {
      id,
      codes: every,
      objectVersionNumber: await versionOf(ground, 'role', id),
    })
  },
  'a role’s copy': async (ground, client, chance) => {
    const made = await client.send(copyRole, {
      id: any(ground.roles, chance).id,
      code: unique('copy'),
      name: unique('c'),
    })
    if (made.statusCode === 200) ground.roles.push(made.json<{ id: number; name: string }>())
  },
  'a person of one’s own': async (ground, client, chance) => {
    const made = await client.send(callOf(user, 'create'), {
      loginName: unique('puppet'),
      realName: '傀儡',
      roleIds: [any(ground.roles, chance).id],
      enabledFlag: 1,
    })
    const answer = await issue(client, made.json<Made>().id)
    const loginName = unique('taken')
    if (answer.statusCode !== 200) return
    await redeem(answer.json<IssuedCode>().code!, { loginName })
    const next = await new Client(app.http).signIn(loginName, 'Autumn#2027').catch(() => null)
    if (next) ground.own.push(next)
  },
}
/** A sequence of moves, in an order and by whom chance says. */
export async function play(ground: Ground, many: number, chance: () => number): Promise<string[]> {
  const names = Object.keys(moves)
  const played: string[] = []
  for (let at = 0; at < many; at++) {
    // Each at least once in every two rounds.
    const name = at < names.length ? names[at]! : any(names, chance)
    const client = chance() < 0.6 ? ground.attacker : any(ground.own, chance)
    played.push(name)
    const answer = await moves[name]!(ground, client, chance).catch(() => null)
    if (answer) ground.told.push(answer.body)
  }
  return played
}
