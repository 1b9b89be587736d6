import { Refine } from '@refinedev/core'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { useState, type ReactNode } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { StoredFile } from '#contract/field.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import Uploads from '#src/kit/fields/file/Uploads.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

const granted = vi.hoisted(() => ({ is: true }))
vi.mock('#src/api/permissions.ts', async (original) => ({
  ...(await original<object>()),
  isGranted: async () => granted.is,
}))
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
beforeEach(() => {
  queries.clear()
  granted.is = true
})
const draw = (children: ReactNode) =>
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        {children}
      </Refine>
    </MemoryRouter>,
  )
const hub = ['晨雾', '温室', '番茄'].map((name, at) => ({
  id: at + 1,
  name,
  url: `/hfle/v1/5/files/content/${at}.png`,
  fileSize: 900,
}))
const kept = vi.fn()
function Field() {
  const [files, setFiles] = useState<StoredFile[]>([])
  kept(files.map(({ fileUrl }) => fileUrl))
  return <Uploads kind="image" max={2} value={files} onChange={setFiles} />
}

test('a picture of the image center is searched, paged and taken by its address', async () => {
  const log = fakeServer(({ params }) => ({
    body: {
      content: params.name ? hub.slice(2) : hub,
      totalElements: params.name ? 1 : 30,
      number: 0,
      size: 12,
    },
  }))
  draw(<Field />)
  const open = async () =>
    fireEvent.click(await screen.findByRole('button', { name: /从图片中心选择$/ }))
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '温室' }, { timeout: 20_000 }))
  await waitFor(() => expect(kept).toHaveBeenLastCalledWith([hub[1]!.url]))
  await open()
  fireEvent.click(await screen.findByRole('listitem', { name: '2' }))
  await waitFor(() => expect(log.at(-1)!.params).toMatchObject({ page: 2, size: 12 }))
  const search = screen.getByRole('searchbox', { name: '按名称搜索图片' })
  fireEvent.change(search, { target: { value: '番茄' } })
  fireEvent.keyDown(search, { key: 'Enter', keyCode: 13 })
  await waitFor(() => expect(log.at(-1)!.params).toMatchObject({ page: 1, name: '番茄' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '晨雾' })).toBeNull())
  fireEvent.click(screen.getByRole('button', { name: '番茄' }))
  await waitFor(() => expect(kept).toHaveBeenLastCalledWith([hub[1]!.url, hub[2]!.url]))
}, 60_000)

test('who may not see the image center is not offered it', async () => {
  granted.is = false
  fakeServer(() => ({ body: {} }))
  draw(<Field />)
  await screen.findByRole('button', { name: /上传图片$/ })
  expect(screen.queryByRole('button', { name: /从图片中心选择$/ })).toBeNull()
})
