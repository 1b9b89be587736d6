import { Refine, useCan, useList } from '@refinedev/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { documents } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { entities } from '#contract/domains.ts'
import { doing } from '#src/api/action-meta.ts'
import { setScope } from '#src/api/scope.ts'
import { openActions } from '#src/kit/actions/actions.ts'
import { useSendAction } from '#src/kit/actions/use-send-action.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { accessFor } from '#src/providers/access.ts'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { definitions } from '#src/resources/index.ts'
import { roles } from '#src/resources/system/role.ts'
import { fakeServer, refusal, type Asked } from './fake-server.ts'

const written = vi.fn()
const published = vi.fn()
const said = vi.fn()
let log: Asked[]
let isRefused = false
const row = { id: 7, objectVersionNumber: 3 }
const screen = documentScreens.shipment
const { name } = documents.shipment

const resources = refineResources(definitions)

function Console({ children }: { children: ReactNode }) {
  return (
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        accessControlProvider={accessFor(resources)}
        resources={resources}
        notificationProvider={{ open: said, close: said }}
        auditLogProvider={{
          create: async (entry) => void written(entry),
          get: async () => [],
          update: async () => ({}) as never,
        }}
        liveProvider={{
          subscribe: () => undefined,
          unsubscribe: () => undefined,
          publish: published,
        }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        {children}
      </Refine>
    </MemoryRouter>
  )
}
const draw = () =>
  renderHook(
    () => ({
      list: useList({ resource: screen.name }),
      ...useSendAction({ screen }),
    }),
    { wrapper: Console },
  )
const sent = () => log.filter(({ method }) => method !== 'GET')

beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(['kit', 'common', 'menus', 'errors'])
})
beforeEach(() => {
  queries.clear()
  vi.clearAllMocks()
  isRefused = false
  log = fakeServer(({ method }) =>
    method === 'GET'
      ? { body: { content: [row], totalElements: 1 } }
      : isRefused
        ? refusal(409, 'error.state')
        : { body: { ...row, objectVersionNumber: 4 } },
  )
})

test('refine’s providers see what is done to a record, in one call and without a word', async () => {
  const { result } = draw()
  await waitFor(() => expect(result.current.list.query.isSuccess).toBe(true))
  log.length = 0
  await act(async () => {
    expect(await result.current.act('withdraw', row)).toMatchObject({ objectVersionNumber: 4 })
  })
  const path = documents.shipment.api.withdraw!.split(' ')[1]!
  expect(log.map((one) => one.path)).toEqual([path.replace('{tenant}', '5').replace('{id}', '7')])
  expect(log[0]!.body).toEqual({ objectVersionNumber: 3 })
  expect(log[0]!.headers['idempotency-key']).toBeTruthy()
  expect(written).toHaveBeenCalledWith(
    expect.objectContaining({ action: 'update', resource: name, meta: expect.anything() }),
  )
  expect(published).toHaveBeenCalledWith(
    expect.objectContaining({ type: 'updated', payload: { ids: [7] } }),
  )
  expect(said.mock.calls.filter(([one]) => (one as { message?: string }).message)).toEqual([])
  await act(() => result.current.act('delete', row))
  expect(written).toHaveBeenLastCalledWith(expect.objectContaining({ action: 'delete' }))
})

test('a refusal reaches whoever sent it, and the list looks again', async () => {
  const { result } = draw()
  await waitFor(() => expect(result.current.list.query.isSuccess).toBe(true))
  isRefused = true
  log.length = 0
  await act(async () => {
    await expect(result.current.act('withdraw', row)).rejects.toMatchObject({ status: 409 })
  })
  await waitFor(() => expect(log.map(({ method }) => method)).toEqual(['POST', 'GET']))
  expect([written.mock.calls.length, published.mock.calls.length]).toEqual([0, 0])
})

test('one try more of the same intent goes under the same key', async () => {
  const { result } = draw()
  for (const key of ['a', 'a', 'b'])
    await act(async () => void (await result.current.act('withdraw', row, {}, key)))
  expect(sent().map(({ headers }) => headers['idempotency-key'])).toEqual(['a', 'a', 'b'])
})

test('several go in one call where the contract has one, and else one by one', async () => {
  const many = entities.find(({ batchActions }) => batchActions?.length)!
  const action = many.batchActions![0]!
  const update = (meta: object) =>
    dataProvider.updateMany!({
      resource: many.name,
      ids: [1, 2],
      variables: { objectVersionNumber: 1 },
      meta,
    })
  await update(doing(action))
  expect(sent().map(({ body }) => body)).toEqual([
    [
      { id: 1, objectVersionNumber: 1 },
      { id: 2, objectVersionNumber: 1 },
    ],
  ])
})

test('what the kit and refine’s own hooks ask about rights travels in one question', async () => {
  const resource = definitions.find((one) => one.screen.name === screen.name)!
  log = fakeServer(({ body }) => ({
    body: (body as string[]).map((code) => ({ code, approve: code.endsWith('.edit') })),
  }))
  const asked = ['edit', 'delete', 'submit']
  const { result } = renderHook(
    () => ({
      kit: usePermissions(resource, asked),
      edit: useCan({ resource: screen.name, action: 'edit' }).data?.can,
      remove: useCan({ resource: screen.name, action: 'delete' }).data?.can,
    }),
    { wrapper: Console },
  )
  await waitFor(() => expect(result.current.kit).toBeDefined(), { timeout: 10_000 })
  await waitFor(() => expect(result.current.remove).toBeDefined())
  expect(result.current).toEqual({
    kit: { edit: true, delete: false, submit: false },
    edit: true,
    remove: false,
  })
  expect(log).toHaveLength(1)
})

test('an address cannot say what an edit does', async () => {
  const edit = { resource: name, id: 7, variables: { objectVersionNumber: 3 } }
  await dataProvider.update({ ...edit, meta: { action: 'void' } })
  const path = documents.shipment.api.edit!.split(' ')[1]!
  expect(sent().map((one) => one.path)).toEqual([
    path.replace('{tenant}', '5').replace('{id}', '7'),
  ])
})

test('what the server refuses of the administrators’ role is not offered', () => {
  const may = { show: true, edit: true, assign: true, copy: true, delete: true }
  const actions = (builtinFlag: number) => openActions(roles, { ...row, builtinFlag }, may)
  expect(actions(1)).toEqual(['assign', 'copy'])
  expect(actions(0)).toEqual(['edit', 'assign', 'copy', 'delete'])
})
