import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { camera } from '#contract/camera/camera.ts'
import EventsInput from '#src/features/camera/EventsInput.tsx'
import { WholeForm } from '#src/kit/form/values/whole-form.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

/** What the server says of the box of a serial number. */
const { call } = vi.hoisted(() => ({
  call: vi.fn<(definition: unknown, input: { deviceSerial: string }) => Promise<unknown>>(),
}))
vi.mock('#src/api/call.ts', () => ({ call }))
beforeAll(() => startI18n(consoleTexts))
beforeEach(() => void call.mockReset().mockResolvedValue({ problem: null }))

const noBox = '没有编号与序列号相同、已启用的摄像头设备'
const unsupported = '摄像头不上报事件'
/** The input of a camera as it is stored, in a form that holds this serial number. */
const show = (value: 0 | 1, stored: Record<string, unknown> = {}, deviceSerial = 'E1') => {
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <WholeForm value={{ deviceSerial }}>
        <EventsInput
          id="eventsFlag"
          entity={camera}
          name="eventsFlag"
          field={camera.fields.eventsFlag}
          value={value}
          row={{ id: 1, deviceSerial: 'E1', eventsFlag: 1, eventsProblem: null, ...stored }}
          onChange={onChange}
        />
      </WholeForm>
    </QueryClientProvider>,
  )
  return onChange
}
const asked = () => call.mock.calls.map(([, { deviceSerial }]) => deviceSerial)

test('whoever wants events is told before saving that nothing speaks for this serial number', async () => {
  call.mockResolvedValue({ problem: 'noBox' })
  const onChange = show(1, { eventsFlag: 0 }, 'E2')
  expect((await screen.findByRole('status')).textContent).toBe(noBox)
  expect(asked()).toEqual(['E2'])
  fireEvent.click(screen.getByRole('switch'))
  expect(onChange).toHaveBeenCalledWith(0)
})
test('a box that is there and disabled is named as that', async () => {
  call.mockResolvedValue({ problem: 'boxDisabled' })
  show(1)
  expect((await screen.findByRole('status')).textContent).toContain('已停用')
})
test('what was wrong when events were asked for is told where they are asked for', async () => {
  show(1, { eventsProblem: 'unsupported' })
  expect((await screen.findByRole('status')).textContent).toBe(unsupported)
})
test.each([
  ['its box has come meanwhile', 1, { eventsProblem: 'noBox' }, 'E1', ['E1']],
  ['they are switched off again', 0, { eventsProblem: 'unsupported' }, 'E1', []],
  ['they were never asked for', 1, { eventsFlag: 0, eventsProblem: 'unsupported' }, 'E1', ['E1']],
  ['it becomes another camera', 1, { eventsProblem: 'unsupported' }, 'E2', ['E2']],
] as const)('nothing is said while %s', async (_when, value, stored, serial, serials) => {
  show(value, stored, serial)
  await vi.waitFor(() => expect(asked()).toEqual(serials))
  expect(screen.queryByRole('status')).toBeNull()
})
