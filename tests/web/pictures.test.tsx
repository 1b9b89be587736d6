import { Refine } from '@refinedev/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import {
  usePictures,
  type Folder,
  type Picture,
} from '#src/pages/content/pictures-hub/use-pictures.ts'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer, refusal, type Asked } from './fake-server.ts'

let log: Asked[]
let isRefused = false
const resources = refineResources(definitions)
const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <Refine
      dataProvider={dataProvider}
      resources={resources}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
    >
      {children}
    </Refine>
  </MemoryRouter>
)
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(['kit', 'common', 'menus', 'errors'])
})
beforeEach(() => {
  queries.clear()
  isRefused = false
  log = fakeServer(({ method }) =>
    method === 'GET'
      ? { body: { content: [], totalElements: 0 } }
      : isRefused
        ? refusal(409, 'error.state')
        : { body: { id: 1, objectVersionNumber: 2 } },
  )
})

test('pictures and folders are changed through the data provider, and looked at again', async () => {
  const { result } = renderHook(() => usePictures({ folder: 4, name: '', page: 1 }), { wrapper })
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  const sent = async (work: () => Promise<unknown>) => {
    log.length = 0
    await act(async () => void (await work()))
    await waitFor(() => expect(log.filter(({ method }) => method === 'GET')).toHaveLength(2))
    const [one] = log.filter(({ method }) => method !== 'GET')
    expect(one!.headers['idempotency-key']).toBeTruthy()
    return [one!.method, one!.body]
  }
  const row = { id: 9, objectVersionNumber: 3, name: 'Barn', folderId: 4 } as Picture
  const folder = { id: 8, objectVersionNumber: 1, parentId: null, sort: 2 } as unknown as Folder
  const { current } = result
  expect(await sent(() => current.addPicture('/a.png', 'a.png'))).toEqual([
    'POST',
    { url: '/a.png', name: 'a.png', folderId: 4 },
  ])
  expect(await sent(() => current.editPicture(row, { folderId: null }))).toEqual([
    'PUT',
    expect.objectContaining({ name: 'Barn', folderId: null, objectVersionNumber: 3 }),
  ])
  expect((await sent(() => current.deletePicture(9)))[0]).toBe('DELETE')
  expect(await sent(() => current.addFolder('North', null))).toEqual([
    'POST',
    { folderName: 'North', parentId: null, sort: null },
  ])
  expect(await sent(() => current.editFolder(folder, 'South'))).toEqual([
    'PUT',
    expect.objectContaining({ folderName: 'South', sort: 2, objectVersionNumber: 1 }),
  ])
  expect((await sent(() => current.deleteFolder(8)))[0]).toBe('DELETE')
  isRefused = true
  await act(() => expect(current.deletePicture(9)).rejects.toMatchObject({ status: 409 }))
})
