import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { setScope } from '#src/api/scope.ts'
import GroupControlDialog from '#src/features/command/GroupControlDialog.tsx'
import { groupWord } from '#src/features/command/group-words.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
const t = (key: string, options: Record<string, unknown> = {}) =>
  [key.replace('equipment:control.', ''), ...Object.values(options)].join(' ')
const device = (id: number, deviceType: string, online = 1) => ({
  id,
  name: `No. ${id}`,
  deviceType,
  online,
})

test('a button for many devices says what it does, and to how many', () => {
  const valve = device(1, 'electric_valve')
  expect(groupWord(t, [valve, device(2, 'electric_valve')])).toBe(
    'group.verbs verbs.open / verbs.close 2',
  )
  // What has nothing to move is not counted.
  expect(groupWord(t, [valve, device(2, 'soil')])).toBe('group.verbs verbs.open / verbs.close 1')
  // A pump is dangerous: many at once are only switched off.
  expect(groupWord(t, [device(3, 'aerator_ii')])).toBe('group.verbs verbs.off 1')
  expect(groupWord(t, [valve, device(3, 'gateway')])).toMatch(/^group.any 2/)
})

test('before many valves move, they are listed and the button says how many will', async () => {
  const asked = fakeServer(({ body }) => ({
    body: (body as { deviceIds: number[] }).deviceIds.map((deviceId) => ({
      deviceId,
      command: null,
      refusal: 'Offline',
    })),
  }))
  const rows = [
    device(1, 'electric_valve'),
    device(2, 'electric_valve', 0),
    device(3, 'soil'),
  ] as never[]
  render(
    <QueryClientProvider client={queries}>
      <GroupControlDialog row={rows[0]!} rows={rows} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  const list = await screen.findByRole('region', { name: '将执行的设备' })
  // The one circuit that there is needs no choosing.
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['No. 1在线', 'No. 2离线'])
  const go = () => screen.getAllByRole<HTMLButtonElement>('button').at(-1)!
  expect(go().disabled).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: '打开' }))
  expect([go().textContent, go().disabled]).toEqual(['打开（2 台设备）', false])
  fireEvent.click(screen.getByRole('radio', { name: '关闭' }))
  expect(go().textContent).toBe('关闭（2 台设备）')
  fireEvent.click(go())
  await waitFor(() =>
    expect(asked.map(({ body }) => body)).toEqual([
      { deviceIds: [1, 2], channel: 'open', value: 0 },
    ]),
  )
  expect(await screen.findAllByText('Offline')).toHaveLength(2)
})

test('what one press opened, one press closes again', async () => {
  const asked = fakeServer(({ body, path }) => {
    const { deviceIds, value } = (body ?? {}) as { deviceIds?: number[]; value?: number }
    return {
      body: (deviceIds ?? []).map((deviceId) => ({
        deviceId,
        command:
          deviceId === 1
            ? { id: 10 + (value ?? 0), state: 'confirmed', wanted: value, reason: null, path }
            : null,
        refusal: deviceId === 1 ? null : 'Offline',
      })),
    }
  })
  const rows = [device(1, 'electric_valve'), device(2, 'electric_valve', 0)] as never[]
  render(
    <QueryClientProvider client={queries}>
      <GroupControlDialog row={rows[0]!} rows={rows} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('radio', { name: '打开' }))
  fireEvent.click(screen.getByRole('button', { name: /打开（2 台设备）/ }))
  fireEvent.click(await screen.findByRole('button', { name: /关闭已打开的 1 台/ }))
  await waitFor(() =>
    expect(asked.map(({ body }) => body).filter(Boolean)).toEqual([
      { deviceIds: [1, 2], channel: 'open', value: 1 },
      { deviceIds: [1], channel: 'open', value: 0 },
    ]),
  )
  // Closed, there is nothing left to close.
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: /关闭已打开的/ })).not.toBeInTheDocument(),
  )
})

test('a node that listens only when it reports says until when its order waits', async () => {
  const at = new Date(Date.now() + 600_000).toISOString()
  const waits = { id: 12, state: 'created', wanted: 1, reason: null, listensAt: at }
  fakeServer(({ body }) => ({
    body: ((body ?? {}) as { deviceIds?: number[] }).deviceIds
      ? [{ deviceId: 1, command: { ...waits, listensAt: undefined }, refusal: null }]
      : [waits],
  }))
  const rows = [device(1, 'electric_valve')] as never[]
  render(
    <QueryClientProvider client={queries}>
      <GroupControlDialog row={rows[0]!} rows={rows} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('radio', { name: '打开' }))
  fireEvent.click(screen.getByRole('button', { name: /打开（1 台设备）/ }))
  expect(await screen.findByText(/只在上报后接收/)).toBeInTheDocument()
})

test('of a valve that did not do as it was told is said what is known', async () => {
  const ended = [
    { id: 21, state: 'timedOut', reported: 0, sentAt: '2026-11-28T11:00:00Z' },
    { id: 22, state: 'timedOut', reported: null, sentAt: '2026-11-28T11:00:00Z' },
    { id: 23, state: 'expired', reported: null, sentAt: null },
  ].map((one) => ({ ...one, wanted: 1, reason: null, listensAt: null }))
  fakeServer(({ body }) => ({
    body: ((body ?? {}) as { deviceIds?: number[] }).deviceIds
      ? ended.map((command, at) => ({ deviceId: at + 1, command, refusal: null }))
      : ended,
  }))
  const rows = [1, 2, 3].map((id) => device(id, 'electric_valve')) as never[]
  render(
    <QueryClientProvider client={queries}>
      <GroupControlDialog row={rows[0]!} rows={rows} onClose={vi.fn()} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('radio', { name: '打开' }))
  fireEvent.click(screen.getByRole('button', { name: /打开（3 台设备）/ }))
  expect(await screen.findByText('设备已收到，但上报与目标不符')).toBeInTheDocument()
  expect(screen.getByText('设备已收到，但没有上报结果')).toBeInTheDocument()
  expect(screen.getByText('指令未送达')).toBeInTheDocument()
})
