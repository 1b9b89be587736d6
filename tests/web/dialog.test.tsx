import { act, fireEvent, render, screen } from '@testing-library/react'
import { Input } from 'antd'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import type { Sending } from '#src/kit/form/sending.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { currentQuestion } from '#src/ui/confirm.ts'
import './dom-matchers.ts'

const onOk = vi.fn()
const onClose = vi.fn()
function Rename({ isLacking, ...sending }: Partial<Sending> & { isLacking?: boolean }) {
  const [name, setName] = useState('')
  return (
    <Dialog
      title="Rename"
      okText="Save"
      sending={{ isBusy: false, problem: undefined, fields: {}, ...sending }}
      isLacking={isLacking ?? false}
      onOk={onOk}
      onClose={onClose}
    >
      <FieldItem name="name" label="Name" help="A short one">
        <Input value={name} onChange={({ target }) => setName(target.value)} />
      </FieldItem>
    </Dialog>
  )
}
const field = () => screen.getByLabelText('Name')
const enter = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = (key: string, more = {}) =>
  fireEvent.keyDown(field(), { key, keyCode: key === 'Escape' ? 27 : 13, ...more })

beforeEach(async () => {
  vi.clearAllMocks()
  currentQuestion()?.answer(false)
  await startI18n(['kit', 'common', 'menus', 'errors'])
})

it('is sent by Ctrl or Cmd with Enter, once it can be', () => {
  const { rerender } = render(<Rename />)
  press('Enter')
  expect(onOk).not.toHaveBeenCalled()
  press('Enter', { ctrlKey: true })
  press('Enter', { metaKey: true })
  expect(onOk).toHaveBeenCalledTimes(2)
  rerender(<Rename isLacking />)
  press('Enter', { ctrlKey: true })
  rerender(<Rename isBusy />)
  press('Enter', { ctrlKey: true })
  expect(onOk).toHaveBeenCalledTimes(2)
})

it('closes at once while nothing was entered, and asks before what was is lost', async () => {
  render(<Rename />)
  press('Escape')
  await act(async () => undefined)
  expect(onClose).toHaveBeenCalledTimes(1)
  enter('North field')
  expect(field()).toHaveValue('North field')
  press('Escape')
  expect(onClose).toHaveBeenCalledTimes(1)
  await act(async () => currentQuestion()!.answer(false))
  expect(onClose).toHaveBeenCalledTimes(1)
  press('Escape')
  await act(async () => currentQuestion()!.answer(true))
  expect(onClose).toHaveBeenCalledTimes(2)
  // Cancelling is meant.
  fireEvent.click(screen.getByRole('button', { name: /取\s*消/ }))
  expect([onClose.mock.calls.length, currentQuestion()]).toEqual([3, null])
})

it('says a refusal at the field that it is about, or above all of them', () => {
  const { rerender } = render(<Rename />)
  expect(field()).toHaveAccessibleDescription('A short one')
  rerender(<Rename problem="Not taken" fields={{ name: 'Taken' }} />)
  expect(field()).toHaveAccessibleDescription('Taken')
  expect(screen.queryByText('Not taken')).toBeNull()
  // What no field says is not lost.
  rerender(<Rename problem="Not taken" fields={{ name: 'Taken', code: 'Wrong' }} />)
  expect(screen.getByText('Not taken')).toBeInTheDocument()
  rerender(<Rename problem="No connection" fields={{}} />)
  expect(screen.getByText('No connection')).toBeInTheDocument()
  expect(field()).toHaveAccessibleDescription('A short one')
})
it('takes nothing while it is sent', () => {
  render(<Rename isBusy />)
  expect(field()).toBeDisabled()
})
