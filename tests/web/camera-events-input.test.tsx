import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { camera } from '#contract/camera/camera.ts'
import EventsInput from '#src/features/camera/EventsInput.tsx'
import { WholeForm } from '#src/kit/form/values/whole-form.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))

const noBox = '没有编号与序列号相同、已启用的摄像头设备'
/** The input of a camera as it is stored, in a form that holds this serial number. */
const show = (value: 0 | 1, stored: Record<string, unknown>, deviceSerial = 'E1') => {
  const onChange = vi.fn()
  render(
    <WholeForm value={{ deviceSerial }}>
      <EventsInput
        id="eventsFlag"
        entity={camera}
        name="eventsFlag"
        field={camera.fields.eventsFlag}
        value={value}
        row={{ id: 1, deviceSerial: 'E1', eventsFlag: 1, eventsProblem: 'noBox', ...stored }}
        onChange={onChange}
      />
    </WholeForm>,
  )
  return onChange
}

test('who wants events and hears none is told why, where they are asked for', async () => {
  const onChange = show(1, {})
  expect((await screen.findByRole('alert')).textContent).toBe(noBox)
  fireEvent.click(screen.getByRole('switch'))
  expect(onChange).toHaveBeenCalledWith(0)
})
test.each([
  ['nothing is wrong', 1, { eventsProblem: null }, 'E1'],
  ['they are switched off again', 0, {}, 'E1'],
  ['they were never asked for', 1, { eventsFlag: 0 }, 'E1'],
  ['it becomes another camera', 1, {}, 'E2'],
] as const)('nothing is said while %s', async (_when, value, stored, serial) => {
  show(value, stored, serial)
  await screen.findByRole('switch')
  expect(screen.queryByText(noBox)).toBeNull()
})
