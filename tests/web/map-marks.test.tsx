import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { DeviceMarker } from '#contract/connectivity/concentrator-calls.ts'
import { MapMark, MapMarks } from '#src/features/equipment/MapMark.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import './dom-matchers.ts'

beforeAll(() => startI18n(consoleTexts))
const valve = (more: Partial<DeviceMarker>) => ({
  name: '一号阀',
  deviceType: 'electric_valve' as const,
  online: 1 as const,
  isOpen: null,
  alarm: null,
  ...more,
})

test('a marker says in words and signs what stands open and what has an alarm', async () => {
  const mark = (more: Partial<DeviceMarker>) => (
    <MapMark marker={valve(more)} isOpened={false} onClick={vi.fn()} />
  )
  render(
    <>
      {mark({})}
      {mark({ isOpen: 1, alarm: 3 })}
      {mark({ isOpen: 0, online: 0 })}
      <MapMarks count={3} alarming={2} alarm={2} onClick={vi.fn()} />
    </>,
  )
  const buttons = await screen.findAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    '一号阀',
    '一号阀 · 已打开 · 紧急告警',
    '一号阀 · 离线 · 已关闭',
    '3 台设备，点击放大 · 2 台有告警',
  ])
  expect(buttons.map(({ textContent }) => textContent)).toEqual(['', '开!', '', '3!'])
  expect(buttons[3]!.querySelector('.map-mark-warn')).not.toBeNull()
})
