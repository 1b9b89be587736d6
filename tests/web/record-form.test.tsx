import { Refine } from '@refinedev/core'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { useRecordForm } from '#src/kit/form/use-record-form.ts'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { units } from '#src/resources/inventory/unit.ts'
import { taskList } from '#src/resources/work/task.ts'
import { fakeServer } from './fake-server.ts'

beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
  fakeServer(() => ({ body: { content: [], totalElements: 0 } }))
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter>
    <Refine
      dataProvider={dataProvider}
      options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
    >
      {children}
    </Refine>
  </MemoryRouter>
)

test('a field that is given as it is left is not called empty', async () => {
  const { result } = renderHook(
    () =>
      useRecordForm({
        resource: taskList,
        kind: 'create',
        id: undefined,
        onDone: () => undefined,
      }),
    { wrapper },
  )
  await waitFor(() => expect(result.current).not.toBeNull())
  act(() => result.current.check('startsOn'))
  expect(result.current.errors.startsOn).toBeTruthy()
  // As a picker does when what was typed is left with Tab.
  act(() => {
    result.current.set('startsOn', '2026-12-01')
    result.current.check('startsOn')
  })
  expect(result.current.value.startsOn).toBe('2026-12-01')
  expect(result.current.errors).toEqual({})
})

test('what is given and saved at once is what is sent', async () => {
  const log = fakeServer(({ method }) =>
    method === 'POST'
      ? { body: { id: 1, objectVersionNumber: 1 } }
      : { body: { content: [], totalElements: 0 } },
  )
  const { result } = renderHook(
    () =>
      useRecordForm({ resource: units, kind: 'create', id: undefined, onDone: () => undefined }),
    { wrapper },
  )
  await waitFor(() => expect(result.current).not.toBeNull())
  await act(async () => {
    result.current.set('code', 'jin')
    result.current.set('name', '斤')
    await result.current.save()
  })
  expect(log.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    expect.objectContaining({ code: 'jin', name: '斤' }),
  ])
})
