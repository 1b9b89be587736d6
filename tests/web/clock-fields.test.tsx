import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { TenantRow } from '#contract/platform/platform-calls.ts'
import { TenantDialog } from '#src/pages/platform/platform-tenants/TenantDialog.tsx'
import { TimerField } from '#src/features/automation/TimerField.tsx'
import { Weekdays } from '#src/features/automation/Weekdays.tsx'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

vi.mock('#src/kit/app/use-identity.ts', () => ({ useTimeZone: () => 'Asia/Shanghai' }))
beforeAll(() => startI18n(consoleTexts))

/** As a browser does it: what React puts off until later has not happened yet. */
function clickAtOnce(element: HTMLElement): void {
  const scope = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
  scope.IS_REACT_ACT_ENVIRONMENT = false
  element.click()
  scope.IS_REACT_ACT_ENVIRONMENT = true
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

function Week() {
  const [days, setDays] = useState([1, 2, 3, 4, 5, 6, 7])
  return (
    <>
      <Weekdays label="days" value={days} onChange={setDays} />
      <output>{days.join()}</output>
    </>
  )
}
test('a day stands as it was clicked at once, and the next click knows of it', async () => {
  render(<Week />)
  await screen.findByRole('checkbox', { name: '周一' })
  clickAtOnce(box('周一'))
  expect(box('周一').checked).toBe(false)
  clickAtOnce(box('周三'))
  clickAtOnce(box('周五'))
  expect([box('周一').checked, box('周三').checked, box('周五').checked]).toEqual([
    false,
    false,
    false,
  ])
  clickAtOnce(box('周一'))
  expect(document.querySelector('output')!.textContent).toBe('1,2,4,6,7')
})

const client = new QueryClient()
test('the modules of a tenant are ticked one after the other as quickly', async () => {
  const sent: unknown[] = []
  fakeServer(({ body }) => {
    sent.push(body)
    return { body: {} }
  })
  const tenant = {
    id: 3,
    tenantName: '穗丰',
    tenantNum: 'T1',
    enabledFlag: 1,
    subModules: ['wfpf-farm'],
    objectVersionNumber: 1,
  } as unknown as TenantRow
  render(
    <QueryClientProvider client={client}>
      <TenantDialog tenant={tenant} onClose={() => undefined} />
    </QueryClientProvider>,
  )
  const boxes = await screen.findAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false, false, false])
  for (const one of boxes) clickAtOnce(one)
  expect(boxes.map(({ checked }) => checked)).toEqual([false, true, true, true])
  fireEvent.click(screen.getByRole('button', { name: /保\s*存/ }))
  await waitFor(() =>
    expect(sent).toContainEqual(
      expect.objectContaining({
        subModules: ['wfpf-inventory', 'wfpf-company', 'wfpf-visual'],
      }),
    ),
  )
})

function Timer({ first }: { first: string }) {
  const [cron, setCron] = useState(first)
  return (
    <QueryClientProvider client={client}>
      <TimerField id="timer" value={cron} onChange={setCron} />
      <button type="button" onClick={() => setCron('15 5 * * 1')}>
        draft
      </button>
      <output>{cron}</output>
    </QueryClientProvider>
  )
}
const stored = () => document.querySelector('output')!.textContent
test('a timer keeps what is half said, and shows what was set elsewhere', async () => {
  render(<Timer first="0 6 * * 1,2" />)
  await screen.findByRole('checkbox', { name: '周一' })
  for (const day of ['周一', '周二']) clickAtOnce(box(day))
  expect([stored(), box('周一').checked]).toEqual(['', false])
  clickAtOnce(box('周日'))
  expect(stored()).toBe('0 6 * * 0')
  fireEvent.change(screen.getByLabelText('时间'), { target: { value: '14:30' } })
  expect(stored()).toBe('30 14 * * 0')
  fireEvent.click(screen.getByRole('button', { name: 'draft' }))
  expect([box('周一').checked, box('周日').checked]).toEqual([true, false])
  // What was had back may be what was chosen before.
  expect(screen.getByLabelText<HTMLInputElement>('时间').value).toBe('05:15')
})

test('times and days are written alike in every browser, and count as they are typed', () => {
  const said = vi.fn()
  render(
    <>
      <ClockPicker of="clock" aria-label="clock" value="18:05" onChange={said} />
      <ClockPicker of="day" aria-label="day" value="2027-03-15" onChange={said} />
      <ClockPicker of="minute" aria-label="minute" value="2027-03-15T06:00" onChange={said} />
      <ClockPicker of="clock" aria-label="none" value="" onChange={said} />
    </>,
  )
  const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  expect(['clock', 'day', 'minute', 'none'].map((name) => input(name).value)).toEqual([
    '18:05',
    '2027-03-15',
    '2027-03-15 06:00',
    '',
  ])
  const type = (name: string, text: string) => {
    fireEvent.change(input(name), { target: { value: text } })
    return said.mock.calls.at(-1)?.[0] as unknown
  }
  expect(type('clock', '1')).toBeUndefined()
  expect(type('clock', '14:3')).toBeUndefined()
  expect(type('clock', '14:30')).toBe('14:30')
  expect(type('day', '2027-04-01')).toBe('2027-04-01')
  expect(type('minute', '2027-04-01 00:30')).toBe('2027-04-01T00:30')
})
