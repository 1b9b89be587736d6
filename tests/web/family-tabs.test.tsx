import { render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test, vi } from 'vitest'
import { menuNode } from '../fixtures/menu-node.ts'
import { devicesByType } from '#contract/equipment/by-type.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { FamilyTabs } from '#src/shell/FamilyTabs.tsx'

const counted = {
  gateway: { count: 4, alarmed: 1, offline: 2 },
  soil: { count: 9, alarmed: 0, offline: 3 },
  camera: { count: 2, alarmed: 0, offline: 0 },
}
vi.mock('#src/kit/calls/use-call.ts', () => ({ useCall: () => ({ data: counted }) }))
beforeAll(() => startI18n(['shell']))

const of = (type: string) => devicesByType.find((one) => one.type === type)!.screen.route
const all = '/system/deviceManager'
const page = menuNode(all, '设备', [
  menuNode(all, '全部'),
  menuNode(of('gateway'), '网关'),
  menuNode(of('soil'), '管式墒情仪'),
  menuNode(of('electric_valve'), '电动阀'),
])

test('a tab says how many devices there are, in red where an alarm waits, in grey where some are silent', () => {
  render(
    <MemoryRouter>
      <FamilyTabs entry={page} path={all} />
    </MemoryRouter>,
  )
  const seen = screen.getAllByRole('link').map((tab) => {
    const dot = within(tab).queryByRole('img')
    return [tab.textContent, dot?.getAttribute('aria-label'), dot?.dataset.urgent]
  })
  expect(seen).toEqual([
    ['全部15', '1 台有未确认的告警，5 台离线', 'true'],
    ['网关4', '1 台有未确认的告警，2 台离线', 'true'],
    ['管式墒情仪9', '3 台离线', 'false'],
  ])
  expect(screen.getByRole('button', { name: '更多' })).toBeTruthy()
})
