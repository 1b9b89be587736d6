import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MenuNode } from '#contract/account/menus.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { resetPermissions } from '#src/api/permissions.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { PhoneBar } from '#src/shell/PhoneBar.tsx'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

let held: readonly string[] = []
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(({ path, body }) =>
    path.endsWith('/check-resources')
      ? {
          body: (body as string[]).map((code) => ({ code, approve: held.includes(code) })),
        }
      : { body: {} },
  )
  await startI18n(consoleTexts)
})
beforeEach(() => {
  queries.clear()
  resetPermissions()
})

const node = (count: string, children: MenuNode[] = []): MenuNode => ({
  id: 1,
  code: count,
  name: `#${count}`,
  path: '',
  type: 'route',
  icon: 'home',
  route: `/${count}`,
  sort: 1,
  marker: null,
  isSetUp: false,
  count: count as MenuNode['count'],
  children,
})
/** What stands in the bar of somebody with these codes and counted screens. */
async function barOf(codes: readonly string[], counted: readonly string[]): Promise<string[]> {
  held = codes
  const menu = [
    node('', [
      node(
        '',
        counted.map((one) => node(one)),
      ),
    ]),
  ]
  const nothing = () => undefined
  const { unmount, container } = render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <PhoneBar menu={menu} counts={{}} onScan={nothing} onMessages={nothing} onMenu={nothing} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const words = () =>
    [...container.querySelectorAll('nav > a, nav > button')].map(
      (one) => one.querySelector('span')?.textContent ?? '',
    )
  // Both codes are answered at once.
  await waitFor(() => expect(words().some((one) => ['拍照', '消息'].includes(one))).toBe(true))
  await act(async () => undefined)
  const found = words()
  unmount()
  return found
}
const writes = farmLog.permissions.create
const bell = shellCodes.noticeBell

test('whoever writes the journal takes pictures from the bar, with tasks or without', async () => {
  expect(await barOf([writes, bell], ['task'])).toContain('拍照')
  expect(await barOf([writes, bell], ['alarms'])).toContain('拍照')
  const alone = await barOf([writes, bell], [])
  expect(alone).toEqual(expect.arrayContaining(['拍照', '消息']))
})

test('who manages keeps the messages, and has the camera where there is room', async () => {
  const full = await barOf([writes, bell], ['taskManger', 'approvals'])
  expect(full).toContain('消息')
  expect(full).not.toContain('拍照')
  expect(await barOf([writes, bell], ['taskManger'])).toEqual(
    expect.arrayContaining(['拍照', '消息']),
  )
})

test('the bar holds five at most', async () => {
  for (const counted of [[], ['task'], ['alarms'], ['task', 'taskManger', 'approvals', 'alarms']])
    expect((await barOf([writes, bell], counted)).length).toBeLessThanOrEqual(5)
})
