import { Refine } from '@refinedev/core'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Corporation } from '#contract/account/tenant.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { setScope } from '#src/api/scope.ts'
import { SwitchDialog } from '#src/features/command/SwitchDialog.tsx'
import { queries } from '#src/kit/calls/queries.ts'
import { CorporationForm } from '#src/pages/system/corporation/CorporationForm.tsx'
import OptionPage from '#src/pages/inventory/inventory-option/OptionPage.tsx'
import { SecondFactor } from '#src/pages/account/SecondFactor.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { currentQuestion } from '#src/ui/confirm.ts'
import { fakeServer, refusal } from './fake-server.ts'
import './dom-matchers.ts'

vi.mock('#src/api/encrypt-password.ts', () => ({
  encryptPassword: async (text: string) => `sealed ${text}`,
}))
vi.mock('#src/api/sign-in.ts', () => ({ loadSelf: async () => undefined }))
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(consoleTexts)
})
beforeEach(() => queries.clear())

const draw = (children: ReactNode) =>
  render(
    <MemoryRouter>
      <Refine
        dataProvider={dataProvider}
        accessControlProvider={{ can: () => Promise.resolve({ can: true }) }}
        options={{ disableTelemetry: true, reactQuery: { clientConfig: queries } }}
      >
        {children}
      </Refine>
    </MemoryRouter>,
  )
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const card: Corporation = {
  tenantName: 'Green Field',
  timeZone: 'Asia/Shanghai',
  telemetryMonths: 24,
  alarmDays: 365,
  secondFactorFlag: 0,
  objectVersionNumber: 3,
} as Corporation

test('a second factor is begun, confirmed and kept, and a wrong code is said at its field', async () => {
  let isOn = false
  let isWrong = true
  const log = fakeServer(({ method }) => {
    if (method === 'GET') return { body: { isOn, recoveryLeft: 10, isRequired: false } }
    if (method === 'POST') return { body: { setupKey: 'KEY', link: 'otpauth://totp/x' } }
    if (isWrong) return refusal(400, 'error.invalid', 'wrong', { fields: { otp: 'not this one' } })
    isOn = true
    return { body: { recoveryCodes: ['AAAA-1', 'BBBB-2'] } }
  })
  draw(<SecondFactor />)
  await screen.findByLabelText('原密码', {}, { timeout: 20_000 })
  type('原密码', 'old')
  press(/开启两步验证/)
  await screen.findByText('KEY', {}, { timeout: 20_000 })
  expect(log.at(-1)!.body).toEqual({ originalPassword: 'sealed old' })
  type('验证码', '111111')
  press(/确\s*认/)
  expect(await screen.findByText('not this one')).toBeTruthy()
  isWrong = false
  type('验证码', '123456')
  press(/确\s*认/)
  expect(await screen.findByText('AAAA-1')).toBeTruthy()
  press(/我已保存/)
  await waitFor(() => expect(screen.queryByText('AAAA-1')).toBeNull())
  expect(await screen.findByText(/剩余恢复码 10/)).toBeTruthy()
}, 120_000)

test('who kept their own text of the enterprise saves it over what somebody else saved', async () => {
  const saved: unknown[] = []
  fakeServer(({ method, body }) => {
    if (method !== 'PUT') return { body: card }
    saved.push((body as Corporation).objectVersionNumber)
    return saved.length === 1
      ? refusal(409, 'error.optimistic_lock', 'newer', {
          current: { ...card, objectVersionNumber: 8 },
        })
      : { body: { ...card, objectVersionNumber: 9 } }
  })
  const closed = vi.fn()
  draw(<CorporationForm card={card} onClose={closed} />)
  const save = await screen.findByRole('button', { name: /保\s*存/ }, { timeout: 20_000 })
  type('联系人', 'Lin')
  fireEvent.click(save)
  await waitFor(() => expect(currentQuestion()?.go).toBe('保留我的内容'))
  expect(closed).not.toHaveBeenCalled()
  act(() => (currentQuestion() as unknown as { answer: (isSure: boolean) => void }).answer(true))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(saved).toEqual([3, 8])
}, 120_000)

test('who gives way sees the inventory options that somebody else saved', async () => {
  const option = {
    overPercent: 5,
    expiryWarningDays: 30,
    defaultWarehouseId: null,
    stocktakePosting: 'approval',
    objectVersionNumber: 1,
  }
  const newer = { ...option, overPercent: 12, objectVersionNumber: 2 }
  const saved: unknown[] = []
  fakeServer(({ method, path, body }) => {
    if (method === 'PUT') saved.push(body)
    if (method === 'PUT') return refusal(409, 'error.optimistic_lock', 'newer', { current: newer })
    return path.endsWith('/inventory-option')
      ? { body: option }
      : { body: { content: [], totalElements: 0 } }
  })
  draw(<OptionPage />)
  const over = await screen.findByDisplayValue('5.00', {}, { timeout: 20_000 })
  fireEvent.change(over, { target: { value: '7' } })
  fireEvent.blur(over)
  fireEvent.click(await screen.findByRole('button', { name: /保\s*存/ }))
  await waitFor(() => expect(currentQuestion()).toBeTruthy())
  act(() => (currentQuestion() as unknown as { answer: (isSure: boolean) => void }).answer(false))
  expect(await screen.findByDisplayValue('12.00')).toBeTruthy()
  expect(saved).toEqual([expect.objectContaining({ overPercent: 7, objectVersionNumber: 1 })])
}, 120_000)

test('a switch is named over its contract, and a refusal stands at its field', async () => {
  let isTaken = true
  const log = fakeServer(() =>
    isTaken
      ? refusal(400, 'error.taken', 'wrong', { fields: { name: 'taken' } })
      : { body: { id: 4 } },
  )
  const closed = vi.fn()
  const row = {
    id: 4,
    objectVersionNumber: 2,
    deviceType: 'electric_valve',
    channel: 'open',
    kind: 'switch',
    type: 'plain',
    name: null,
    relatedEquip: null,
    enabledFlag: 1,
    irrigatesFlag: 0,
  } as unknown as SwitchRow
  draw(<SwitchDialog row={row} onClose={closed} />)
  await screen.findByRole('dialog', {}, { timeout: 20_000 })
  type('名称', ' North ')
  press(/保\s*存/)
  expect(await screen.findByText('taken')).toBeTruthy()
  isTaken = false
  // While the first answer is still being taken in, a press does nothing.
  await waitFor(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
  press(/保\s*存/)
  await waitFor(() => expect(closed).toHaveBeenCalled(), { timeout: 20_000 })
  expect(log.at(-1)).toMatchObject({
    method: 'PUT',
    path: '/wfpe/v1/5/device/gateway/switch',
    body: { id: 4, objectVersionNumber: 2, name: 'North', enabledFlag: 1 },
  })
}, 120_000)
