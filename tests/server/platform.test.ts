import { describe, expect, test } from 'vitest'
import { notice, publishNotice, withdrawNotice } from '#contract/message/notice.ts'
import { callOf } from '#contract/entity-calls.ts'
import { messageCount, noticePages, readNotice, readFlags } from '#contract/message/reader-calls.ts'
import { untyped } from '#server/demo/client.ts'
import { organization } from '#contract/system/organization.ts'
import { moveOrganization, defaultArea, setDefaultArea } from '#contract/system/permission-calls.ts'
import { area } from '#contract/farm/area.ts'
import { saveListPreference, listPreferences } from '#contract/account/self.ts'
import { newMember, newTenant } from './harness.ts'
import { oneFarm } from './ground.ts'

const { app, mine } = await oneFarm({ liveBeat: 300 })

describe('announcements', () => {
  test('are cleaned, published to readers, counted, read and withdrawn', async () => {
    const reader = await newMember(app, mine, [])
    const body = {
      title: '灌溉安排',
      noticeCategoryCode: 'ANNOUNCE' as const,
      receiverTypeCode: 'ANNOUNCE' as const,
      noticeBody:
        '<p onclick="x()">周一<script>alert(1)</script><a href="javascript:alert(1)">看</a><img src="https://evil/x.png"></p>',
    }
    const made = await mine.admin.call(callOf(notice, 'create'), body)
    expect(made.noticeBody).toBe('<p>周一<a rel="noopener noreferrer" target="_blank">看</a></p>')
    const count = async () => Object.values(await reader.call(messageCount)).reduce((a, b) => a + b)
    const before = await count()
    await mine.admin.call(publishNotice, { id: made.id })
    expect((await mine.admin.send(publishNotice, { id: made.id })).json().code).toBe('error.state')
    expect(
      (
        await mine.admin.send(
          callOf(notice, 'edit'),
          untyped({
            ...body,
            id: made.id,
            objectVersionNumber: 2,
          }),
        )
      ).json().code,
    ).toBe('error.state')
    expect(await count()).toBe(before + 1)
    const list = (readFlag: '0' | '1') =>
      reader.call(noticePages, {
        page: 1,
        size: 0,
        statusCode: 'PUBLISHED',
        receiverTypeCode: 'ANNOUNCE',
        noticeCategoryCode: 'CLOUDSCIENTO',
        readFlag,
      })
    expect((await list('0')).content[0]).toMatchObject({
      id: made.id,
      readFlag: 0,
      title: '灌溉安排',
      noticeContent: { noticeBody: made.noticeBody },
    })
    expect(await reader.call(readNotice, { id: made.id })).toMatchObject({
      readFlag: 1,
    })
    expect((await list('0')).content.map((n) => n.id)).not.toContain(made.id)
    await mine.admin.call(withdrawNotice, { id: made.id })
    expect((await reader.send(readNotice, { id: made.id })).statusCode).toBe(404)
    await reader.call(readFlags, { readAll: 2 })
    expect(await count()).toBe(0)
  })
})

describe('the organisation tree', () => {
  test('never closes a circle, and keeps what stands below', async () => {
    const add = (name: string, parentId: number | null) =>
      mine.admin.call(callOf(organization, 'create'), { name, parentId })
    const top = await add('总部', null)
    const middle = await add('生产部', top.id)
    const leaf = await add('一组', middle.id)
    const move = (
      id: number,
      parentId: number | null,
      objectVersionNumber = 1,
      beforeId: number | null = null,
    ) => mine.admin.send(moveOrganization, { id, parentId, beforeId, objectVersionNumber })
    expect((await move(top.id, leaf.id)).json().fields).toEqual({
      parentId: '不能移动到自己的下级',
    })
    expect(
      (await mine.admin.send(callOf(organization, 'delete'), { id: middle.id })).json().code,
    ).toBe('error.state')
    expect((await move(leaf.id, top.id, 1, middle.id)).statusCode).toBe(204)
    expect((await move(leaf.id, null)).json().code).toBe('error.optimistic_lock')
    const page = await mine.admin.call(callOf(organization, 'list'), { size: 0 })
    const below = page.content.filter((o) => o.parentId === top.id).map((o) => o.id)
    expect(below).toEqual([leaf.id, middle.id])
  })
})

test('the default base is kept, and another may become it', async () => {
  const tenant = await newTenant(app)
  const add = (areaName: string) =>
    tenant.admin.call(callOf(area, 'create'), {
      areaName,
      latlng: '22.96,113.34',
    })
  const [one, two] = [await add('一号基地'), await add('二号基地')]
  expect(one).toMatchObject({ areaId: one.id })
  const areas = () =>
    tenant.admin.call(callOf(area, 'list'), { page: 0, size: 0, organizationType: 'area' })
  expect((await areas()).content.map((a) => [a.areaName, a.defaultFlag, a.areaCenter])).toEqual([
    ['二号基地', 0, '22.96,113.34'],
    ['一号基地', 1, '22.96,113.34'],
  ])
  expect(
    (await tenant.admin.send(callOf(area, 'delete'), untyped({ areaId: one.id }))).json().code,
  ).toBe('area.default')
  const isDefault = () => tenant.admin.call(defaultArea).then(({ areaId }) => areaId)
  expect(await isDefault()).toBe(one.id)
  // What is read changes nothing, whichever base it names.
  expect(await tenant.admin.call(defaultArea, { areaId: two.id })).toMatchObject({
    areaId: two.id,
    defaultFlag: 0,
  })
  expect(await isDefault()).toBe(one.id)
  await tenant.admin.call(setDefaultArea, { areaId: two.id })
  expect(await isDefault()).toBe(two.id)
  expect(
    (await tenant.admin.send(callOf(area, 'delete'), untyped({ areaId: one.id }))).statusCode,
  ).toBe(204)
})

test('lists stay as each person set them up', async () => {
  const person = await newMember(app, mine, [])
  const settings = { hidden: ['enName'], density: 'small' }
  expect(
    (await person.send(saveListPreference, untyped({ screen: 'unit', settings }))).statusCode,
  ).toBe(204)
  await person.send(
    saveListPreference,
    untyped({ screen: 'unit', settings: { ...settings, hidden: [] } }),
  )
  expect(await person.call(listPreferences)).toEqual([
    {
      screen: 'unit',
      settings: { hidden: [], shown: [], order: [], pinned: [], widths: {}, density: 'small' },
    },
  ])
  expect(await mine.admin.call(listPreferences)).toEqual([])
  expect(
    (await person.send(saveListPreference, untyped({ screen: 'nothing', settings }))).statusCode,
  ).toBe(422)
  expect(
    (
      await person.send(
        saveListPreference,
        untyped({ screen: 'unit', settings: { density: 'tiny' } }),
      )
    ).statusCode,
  ).toBe(400)
})
