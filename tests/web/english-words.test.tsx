import { render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { alarmRule } from '#contract/alarm/alarm-rule.ts'
import { deviceCommand } from '#contract/command/command.ts'
import type { Entity } from '#contract/entity.ts'
import { CommandEffect } from '#src/features/command/CommandCells.tsx'
import { ConditionCell } from '#src/features/equipment/ConditionCell.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

beforeAll(async () => {
  await startI18n(consoleTexts)
  await i18next.changeLanguage('en-US')
  await i18next.loadNamespaces('equipment')
})
const cell = (entity: Entity, name: string, row: object): CellProps =>
  ({ entity, name, field: entity.fields[name], row, value: null }) as unknown as CellProps

test('a log says of a relay that it was turned on, of a valve that it was opened', async () => {
  const said = (order: object) =>
    render(<CommandEffect {...cell(deviceCommand, 'effect', { effect: 'open', ...order })} />)
      .container
  const relay = said({ deviceType: 'gateway', actuator: 'relay', channel: 'relay.1' })
  const valve = said({ deviceType: 'electric_valve', actuator: 'open', channel: 'open' })
  await waitFor(() => expect([relay.textContent, valve.textContent]).toEqual(['Turn on', 'Open']))
})

test('what a rule watches for is one sentence', async () => {
  render(
    <ConditionCell
      {...cell(alarmRule, 'trigger', {
        trigger: 'threshold',
        deviceType: 'gateway_weather',
        metric: 'airTemperature',
        operator: 'above',
        value: 35,
      })}
    />,
  )
  expect(await screen.findByText('Threshold · Air temperature above 35 °C')).toBeInTheDocument()
})
