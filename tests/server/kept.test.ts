import { filesOfAttachment } from '#contract/file/file-calls.ts'
import { readNotice } from '#contract/message/reader-calls.ts'
import { notice, publishNotice } from '#contract/message/notice.ts'
import { user } from '#contract/system/user.ts'
import { role as roleEntity } from '#contract/system/role.ts'
import { recordHistory } from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { crop as cropEntity, variety } from '#contract/farm/crop.ts'
import { describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { untyped } from '#server/demo/client.ts'
import {
  createListView,
  deleteListView,
  editListView,
  listViews,
} from '#contract/account/list-views.ts'
import type { Sent } from '#server/demo/client.ts'
import { recycled, restoreRecord, purgeRecord } from '#contract/platform/recycle-calls.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant } from './harness.ts'

const { app, mine } = await oneFarm()

describe('deleted records', () => {
  const bin = (query = {}) => mine.admin.call(recycled, query)
  const crop = (code: string) =>
    mine.admin.call(callOf(cropEntity, 'create'), {
      name: `作物${code}`,
      code,
      category: 'grain',
      baseTemperature: 8.5,
      description: '晚造',
    })

  test('come back as they were, under their own id, and say so in their history', async () => {
    const made = await crop('BACK')
    await mine.admin.send(callOf(cropEntity, 'delete'), { id: made.id })
    expect((await bin({ entity: 'crop' })).content[0]).toMatchObject({
      entity: 'crop',
      recordId: made.id,
      title: '作物BACK',
    })
    expect(
      (await mine.admin.send(restoreRecord, { entity: 'crop', recordId: made.id })).statusCode,
    ).toBe(204)
    const {
      objectVersionNumber,
      lastUpdateDate: _,
      ...rest
    } = await mine.admin.call(callOf(cropEntity, 'show'), { id: made.id })
    expect(made).toMatchObject({ ...rest, lastUpdateDate: expect.anything() })
    expect(objectVersionNumber).toBe(2)
    const history = await mine.admin.call(recordHistory, {
      entity: 'crop',
      recordId: String(made.id),
    })
    expect(history.content.map(({ action }) => action)).toEqual(['restore', 'delete', 'create'])
    expect(
      (await mine.admin.send(restoreRecord, { entity: 'crop', recordId: made.id })).statusCode,
    ).toBe(404)
  })
  test('cannot come back over a code that was given away, nor to what is gone', async () => {
    const first = await crop('TAKEN')
    await mine.admin.send(callOf(cropEntity, 'delete'), { id: first.id })
    await crop('TAKEN')
    expect(
      (await mine.admin.send(restoreRecord, { entity: 'crop', recordId: first.id })).json(),
    ).toMatchObject({ code: 'error.data_exists' })
    const above = await crop('ABOVE')
    const below = await mine.admin.call(callOf(variety, 'create'), {
      name: '属于它',
      cropId: above.id,
    })
    expect(
      (await mine.admin.send(callOf(cropEntity, 'delete'), { id: above.id })).json().code,
    ).toBe('error.data_in_use')
    await mine.admin.send(callOf(variety, 'delete'), { id: below.id })
    await mine.admin.send(callOf(cropEntity, 'delete'), { id: above.id })
    expect(
      (await mine.admin.send(restoreRecord, { entity: 'variety', recordId: below.id })).json(),
    ).toMatchObject({ code: 'recycle.reference', message: '它所引用的记录已不存在，无法恢复' })
  })
  test('are seen and had back only by those who may list and make such records; roles and people are not kept', async () => {
    const made = await crop('MAY')
    await mine.admin.send(callOf(cropEntity, 'delete'), { id: made.id })
    const blind = await newMember(app, mine, ['wfpf.company.system.recycleBin'])
    expect((await blind.call(recycled)).content).toEqual([])
    expect(
      (await blind.send(restoreRecord, { entity: 'crop', recordId: made.id })).json(),
    ).toMatchObject({ missing: ['wfpf.company.system.crop.ps.create'] })
    const role = await mine.admin.call(callOf(roleEntity, 'create'), {
      code: 'brief',
      name: '短暂',
      enabledFlag: 1,
    })
    await mine.admin.send(callOf(roleEntity, 'delete'), { id: role.id })
    expect(
      (await mine.admin.send(restoreRecord, { entity: 'role', recordId: role.id })).statusCode,
    ).toBe(404)
  })
  test('go for good after thirty days, or when somebody says so', async () => {
    const [old, unwanted] = [await crop('OLD'), await crop('UNWANTED')]
    for (const { id } of [old, unwanted])
      await mine.admin.send(callOf(cropEntity, 'delete'), { id })
    await app.db.write(mine.id, (tx) =>
      sql`update recycled set deleted_at = now() - interval '31 days' where record_id = ${old.id}`.execute(
        tx,
      ),
    )
    expect(
      (await mine.admin.send(restoreRecord, { entity: 'crop', recordId: old.id })).statusCode,
    ).toBe(404)
    const row = (await bin({ title: 'UNWANTED' })).content[0]!
    expect((await mine.admin.send(purgeRecord, { id: row.id })).statusCode).toBe(204)
    expect((await bin({ title: 'UNWANTED' })).content).toEqual([])
  })
})

describe('views of a list', () => {
  const settings = { hidden: [], order: [], pinned: [], widths: {}, density: 'small' as const }
  type View = Sent<typeof createListView.input>
  const view = (name: string, more: Partial<View> = {}): View => ({
    screen: 'unit',
    name,
    scope: 'mine',
    query: 'name=kg',
    settings,
    ...more,
  })
  const namesOf = async (who: typeof mine.admin) =>
    (await who.call(listViews, { screen: 'unit' })).map(({ name }) => name)

  test('are one’s own, a role’s or everybody’s; sharing needs its code', async () => {
    const member = await newMember(app, mine, [])
    const [role] = (
      await mine.admin.call(callOf(user, 'list'), {
        loginName: member.loginName,
      })
    ).content[0]!.roleIds
    await mine.admin.call(createListView, view('我的'))
    await mine.admin.call(createListView, view('大家的', { scope: 'all' }))
    await mine.admin.call(createListView, view('仓管的', { scope: 'role', roleId: role }))
    await member.call(createListView, view('成员的'))
    expect(await namesOf(mine.admin)).toEqual(['我的', '仓管的', '大家的'])
    expect(await namesOf(member)).toEqual(['成员的', '仓管的', '大家的'])
    expect(await namesOf(await newMember(app, mine, []))).toEqual(['大家的'])
    expect(
      (await member.send(createListView, view('越权', { scope: 'all' }))).json(),
    ).toMatchObject({ missing: ['wfpf.farm.user.ps.share-view'] })
    const everybodys = (await member.call(listViews, { screen: 'unit' })).find(
      ({ scope }) => scope === 'all',
    )!
    expect(everybodys.own).toBe(false)
    expect((await member.send(deleteListView, { id: everybodys.id })).statusCode).toBe(403)
    expect(
      (await (await newTenant(app)).admin.send(deleteListView, { id: everybodys.id })).statusCode,
    ).toBe(404)
  })
  test('are changed by one hand at a time', async () => {
    const made = await mine.admin.call(createListView, view('要改的'))
    const body = {
      id: made.id,
      name: '改了的',
      scope: 'mine' as const,
      query: '',
      settings,
      objectVersionNumber: 1,
    }
    expect(await mine.admin.call(editListView, body)).toMatchObject({
      name: '改了的',
      objectVersionNumber: 2,
    })
    expect((await mine.admin.send(editListView, body)).json().code).toBe('error.optimistic_lock')
    expect(
      (await mine.admin.send(createListView, view('没有的列表', { screen: 'nothing' }))).statusCode,
    ).toBe(422)
    expect(
      (await mine.admin.send(createListView, view('没有角色', { scope: 'role' }))).json().fields,
    ).toEqual({ roleId: '必填' })
  })
})

test('an announcement’s files are its readers’, under the id that the specification asks with', async () => {
  const file = await mine.admin.upload(
    '通知.png',
    'image/png',
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  const body = {
    title: '附件',
    noticeCategoryCode: 'ANNOUNCE' as const,
    receiverTypeCode: 'ANNOUNCE' as const,
    noticeBody: '<p>见附件</p>',
    attachments: [{ fileUrl: file, fileName: '通知.png', fileSize: 70 }],
  }
  const made = await mine.admin.call(callOf(notice, 'create'), body)
  await mine.admin.call(publishNotice, { id: made.id })
  const reader = await newMember(app, mine, [])
  const { attachmentUuid } = await reader.call(readNotice, { id: made.id })
  expect(await reader.call(filesOfAttachment, { id: attachmentUuid! })).toMatchObject([
    { fileUrl: file },
  ])
  expect(
    (
      await mine.admin.send(
        callOf(notice, 'create'),
        untyped({
          ...body,
          attachments: [{ ...body.attachments[0], fileUrl: '/hfle/v1/1/files/content/none.png' }],
        }),
      )
    ).json().fields,
  ).toEqual({ attachments: '所选记录不存在或已删除' })
})
