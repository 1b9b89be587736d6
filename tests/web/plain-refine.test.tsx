import { readFileSync } from 'node:fs'
import { Refine } from '@refinedev/core'
import routerProvider from '@refinedev/react-router'
import { configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { warehouse } from '#contract/inventory/warehouse.ts'
import { resetPermissions } from '#src/api/permissions.ts'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { accessFor } from '#src/providers/access.ts'
import { auditLogProvider } from '#src/providers/audit-log.ts'
import { dataProvider } from '#src/providers/data.ts'
import { setLanguage, startI18n } from '#src/providers/i18n.ts'
import { notificationProvider } from '#src/providers/notification.ts'
import { i18nProvider } from '#src/providers/refine-i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { Toasts } from '#src/ui/Toasts.tsx'
import { fakeServer, pair, type Asked } from './fake-server.ts'
import PlainWarehouses from './plain-refine-page.tsx'
import './dom-matchers.ts'

vi.setConfig({ testTimeout: 90_000 })
configure({ asyncUtilTimeout: 20_000 })
const codes = warehouse.permissions as Record<string, string>
let held: string[]
let rows: { id: number; code: string; name: string; objectVersionNumber: number }[]
let log: Asked[]

/** A service of warehouses as the contract has it. */
function answer({ method, path, params, body }: Asked) {
  if (path.endsWith('/check-resources'))
    return {
      body: (body as string[]).map((code) => ({
        code,
        approve: held.includes(code),
        controllerType: null,
      })),
    }
  if (path.endsWith('/area'))
    return { body: { content: [{ id: 7, name: '北基地' }], totalElements: 1 } }
  if (path.includes('/audit/'))
    return {
      body: {
        content: [{ id: 1, at: '2026-01-02T03:04:05Z', action: 'create', realName: '李工' }],
        totalElements: 1,
      },
    }
  const id = Number(path.split('/warehouse/')[1])
  const given = body as Partial<(typeof rows)[number]>
  if (method === 'GET' && id) return { body: rows.find((row) => row.id === id) }
  if (method === 'GET') {
    const asked = params.anyOf as string | undefined
    const found = asked
      ? rows.filter(({ name }) => name.includes((JSON.parse(asked) as { name: string }[])[0]!.name))
      : rows
    return { body: { content: found, totalElements: found.length } }
  }
  if (method === 'POST') {
    rows.push({ id: 9, code: '', name: '', ...given, objectVersionNumber: 1 })
    return { body: rows.at(-1) }
  }
  const at = rows.findIndex((row) => row.id === (id || given.id))
  if (method === 'DELETE') rows.splice(at, 1)
  else rows[at] = { ...rows[at]!, ...given, objectVersionNumber: 4 }
  return { body: rows[at] ?? '' }
}

beforeAll(async () => {
  storeSession(pair('a'))
  await startI18n([...consoleTexts, 'inventory'])
})
beforeEach(() => {
  queries.clear()
  setScope({ tenantId: 5, permissionVersion: 1 })
  resetPermissions()
  held = Object.values(codes).flat()
  rows = [
    { id: 1, code: 'E', name: '东仓', objectVersionNumber: 3 },
    { id: 2, code: 'W', name: '西仓', objectVersionNumber: 1 },
  ]
  log = fakeServer(answer)
})

const resources = refineResources(definitions)

function open(search = '') {
  const router = createMemoryRouter(
    [
      {
        element: (
          <Refine
            resources={resources}
            routerProvider={routerProvider}
            dataProvider={dataProvider}
            auditLogProvider={auditLogProvider}
            accessControlProvider={accessFor(resources)}
            i18nProvider={i18nProvider}
            notificationProvider={notificationProvider}
            options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
          >
            <Outlet />
            <Toasts />
          </Refine>
        ),
        children: [{ path: '*', element: <PlainWarehouses /> }],
      },
    ],
    { initialEntries: [`/inventory/base/store${search}`] },
  )
  return { router, ...render(<RouterProvider router={router} />) }
}
const button = (name: RegExp, at = 0) => screen.getAllByRole('button', { name })[at]!
/** Under test all of antd's dialogs have one id, so a name would be another one's. */
const dialogOf = async (title: string) =>
  (await screen.findAllByText(title)).flatMap(
    (one) => one.closest('[role=dialog]') ?? [],
  )[0] as HTMLElement
const sent = (method: string) => log.filter((one) => one.method === method)

test('the documentation shows this page', () => {
  const [doc, page] = ['docs/plain-refine.md', 'tests/web/plain-refine-page.tsx'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  expect(/```tsx\n([\s\S]*?)```/.exec(doc!)?.[1]).toBe(page)
})

test.each([
  ['zh-CN', '仓库', /新增/],
  ['en-US', 'Warehouse', /Add/],
] as const)('a page of plain refine speaks %s', async (language, title, add) => {
  await setLanguage(language)
  open()
  await screen.findByText('东仓')
  expect(await screen.findByRole('button', { name: add })).toBeTruthy()
  expect(document.body.textContent).toContain(title)
  expect(document.body.textContent).not.toMatch(/buttons\.|titles\.|notifications\./)
})

test('it lists, searches, adds, changes and deletes, and its address says what it shows', async () => {
  await setLanguage('en-US')
  const user = userEvent.setup()
  const { router } = open(
    '?currentPage=1&pageSize=10&sorters[0][field]=code&sorters[0][order]=desc',
  )
  await screen.findByText('西仓')
  expect(sent('GET').find(({ path }) => path.endsWith('/warehouse'))!.params).toMatchObject({
    page: 1,
    size: 10,
    sort: 'code,desc',
  })

  await user.type(screen.getByRole('searchbox'), '西{Enter}')
  await waitFor(() => expect(screen.queryByText('东仓')).toBeNull())
  expect(sent('GET').at(-1)!.params.anyOf).toBe('[{"name":"西"},{"codeStartsWith":"西"}]')
  expect(router.state.location.search).toContain('filters')
  await user.clear(screen.getByRole('searchbox'))
  await user.type(screen.getByRole('searchbox'), '仓{Enter}')
  await screen.findByText('东仓')

  await user.click(button(/^.*Add$/))
  const dialog = await dialogOf('New warehouse')
  await user.type(within(dialog).getByLabelText('code'), 'N')
  await user.type(within(dialog).getByLabelText('name'), '北仓')
  await user.click(within(dialog).getByRole('combobox'))
  await user.click(await screen.findByTitle('北基地'))
  await user.click(within(dialog).getByRole('button', { name: /Save/ }))
  await screen.findByText('北仓')
  expect(sent('POST').at(-1)!.body).toMatchObject({ code: 'N', name: '北仓', areaId: 7 })

  // Nobody said which version is meant: the one that was read is.
  await user.click(button(/Edit$/))
  const form = await dialogOf('Edit warehouse')
  await waitFor(() => expect(within(form).getByLabelText('name')).toHaveProperty('value', '东仓'))
  await user.type(within(form).getByLabelText('name'), '二')
  await user.click(within(form).getByRole('button', { name: /Save/ }))
  await screen.findByText('东仓二')
  expect(sent('PUT').at(-1)!.body).toMatchObject({ name: '东仓二', objectVersionNumber: 3 })

  await user.click(button(/Delete$/, 1))
  await user.click((await screen.findAllByRole('button', { name: /Delete$/ })).at(-1)!)
  await waitFor(() => expect(screen.queryByText('西仓')).toBeNull())
  expect(sent('DELETE')).toHaveLength(1)
})

test('who may not add or delete has no button for it, and the log says who wrote a record', async () => {
  await setLanguage('en-US')
  held = [codes.list, codes.edit].flat() as string[]
  const user = userEvent.setup()
  open()
  await screen.findByText('东仓')
  await waitFor(() => expect(button(/Delete$/)).toHaveProperty('disabled', true))
  expect(button(/Edit$/)).toHaveProperty('disabled', false)
  expect(screen.queryByRole('button', { name: /Add$/ })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: /Expand/ })[0]!)
  await screen.findByText('李工 · create')
})
