import { expect, test } from 'vitest'
import { neutral } from '#src/shell/theme-colours.ts'
import { contrast } from '#src/shell/theme-rules.ts'
import { chartColours, chartLook, levelColours } from '#src/lib/chart-look.ts'

test('every line of a chart is seen on its card and every level’s name is read, light and dark', () => {
  for (const appearance of ['light', 'dark'] as const) {
    const ground = neutral[appearance].colorBgContainer
    const lines = chartColours[appearance]
    // As many as may be explored at once.
    expect(new Set(lines).size).toBe(12)
    expect(lines.filter((colour) => contrast(colour, ground) < 3)).toEqual([])
    expect(
      Object.values(levelColours[appearance]).filter((colour) => contrast(colour, ground) < 4.5),
    ).toEqual([])
    expect(contrast(chartLook(appearance).theme.axis.labelFill, ground)).toBeGreaterThan(4.5)
  }
})

test('a chart takes the colours of the appearance it is drawn in', () => {
  expect(chartLook('dark').theme).toMatchObject({
    type: 'classicDark',
    category10: chartColours.dark,
  })
  expect(chartLook('light').theme).toMatchObject({ type: 'classic', color: '#1f3cbb' })
})
