import { fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import { alarmContact } from '#contract/alarm/alarm-contact.ts'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { isBack, isOver } from '#server/modules/alarm/engine/machine.ts'
import { AlarmLevelCell, AlarmLevelInput } from '#src/features/alarm/AlarmLevel.tsx'
import HysteresisInput from '#src/pages/alarm/alarm-rule/HysteresisInput.tsx'
import { limitWords } from '#src/pages/alarm/alarm-rule/limit-words.ts'
import OperatorInput from '#src/pages/alarm/alarm-rule/OperatorInput.tsx'
import type { FormValue } from '#src/kit/form/values/form-value.ts'
import { WholeForm } from '#src/kit/form/values/whole-form.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))
const heat: FormValue = {
  deviceType: 'gateway_weather',
  metric: 'airTemperature',
  trigger: 'threshold',
  operator: 'above',
  value: 30,
  hysteresis: 2,
}
const about = (name: keyof typeof alarmRule.fields) => ({
  id: name,
  entity: alarmRule,
  name,
  field: alarmRule.fields[name],
  value: null,
  onChange: vi.fn(),
})
/** The figures that the words name. */
const figures = (value: FormValue) =>
  limitWords((_key, options = {}) => Object.values(options).join(' | '), value)?.match(
    /-?\d+(\.\d+)?/g,
  )

test('a hysteresis says where the alarm begins and ends', async () => {
  render(
    <WholeForm value={heat}>
      <HysteresisInput {...about('hysteresis')} value={2} />
    </WholeForm>,
  )
  expect((await screen.findByRole('status')).textContent).toBe(
    '报警：高于 30 °C；结束：28 °C 及以下',
  )
})
test('the words name the ends that the server decides by', () => {
  const rule = { severeValue: null, falls: false, level: 2, value2: null, clearValue: null }
  for (const operator of ['above', 'atLeast', 'below', 'atMost'] as const) {
    const end = Number(figures({ ...heat, operator, value: 30.1, hysteresis: 0.2 })!.at(-1))
    const condition = { ...rule, operator, value: 30.1, hysteresis: 0.2 } as never
    const isDown = operator === 'above' || operator === 'atLeast'
    expect([operator, end]).toEqual([operator, isDown ? 29.9 : 30.3])
    expect(isBack(condition, end + (isDown ? -0.01 : 0.01))).toBe(true)
    expect(isBack(condition, end + (isDown ? 0.1 : -0.1))).toBe(false)
    expect(isOver(condition, isDown ? 31 : 29)).toBe(true)
  }
  // An end of its own takes the place of it.
  expect(figures({ ...heat, hysteresis: null, clearValue: 25 })!.at(-1)).toBe('25')
  expect(figures({ ...heat, operator: 'outside', value: 10, value2: 20 })!.slice(-2)).toEqual([
    '12',
    '18',
  ])
  expect(figures({ ...heat, operator: 'between', value: 10, value2: 20 })!.slice(-2)).toEqual([
    '8',
    '22',
  ])
  // Nothing is said of what is not entered yet, or not decided so.
  expect(limitWords((key) => key, { ...heat, value: null })).toBeNull()
  expect(limitWords((key) => key, { ...heat, trigger: 'rate' })).toBeNull()
})

test('“either way” is offered for changes alone, and between two limits for values alone', async () => {
  const offered = async (trigger: string, value: string) => {
    const { unmount } = render(
      <WholeForm value={{ trigger }}>
        <OperatorInput {...about('operator')} value={value} />
      </WholeForm>,
    )
    fireEvent.mouseDown(await screen.findByRole('combobox'))
    const found = [...document.querySelectorAll('.ant-select-item-option')].map(
      ({ textContent }) => textContent,
    )
    const chosen = document.querySelector('.ant-select-selection-item')?.textContent
    unmount()
    return [found, chosen]
  }
  expect(await offered('rate', 'either')).toEqual([['高于', '低于', '任一方向'], '任一方向'])
  const [found, chosen] = await offered('threshold', 'either')
  expect(found).toContain('介于两者之间')
  expect([found!.includes('任一方向'), chosen]).toEqual([false, undefined])
})

test('a level is marked in lists and in forms', async () => {
  const minLevel = { entity: alarmContact, name: 'minLevel', field: alarmContact.fields.minLevel }
  render(
    <>
      <AlarmLevelCell {...about('level')} row={{ id: 1, level: 3 }} />
      <AlarmLevelInput {...about('level')} value={2} />
      <AlarmLevelCell {...minLevel} row={{ id: 1, minLevel: 1 }} />
    </>,
  )
  await screen.findByText('紧急')
  expect([...document.querySelectorAll('.status-tag')].map(({ className }) => className)).toEqual([
    'status-tag status-bad',
    'status-tag status-warn',
    'status-tag status-quiet',
  ])
})
