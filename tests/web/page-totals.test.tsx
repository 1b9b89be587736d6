import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { attendance } from '#contract/work/attendance.ts'
import { PageTotals } from '#src/kit/list/columns/PageTotals.tsx'
import { consoleTexts } from '#src/providers/texts.ts'
import { startI18n } from '#src/providers/i18n.ts'

test('a sum has as many figures behind the point as the rows above it', async () => {
  await startI18n(consoleTexts)
  const drawn = (hours: readonly number[]) =>
    render(
      <table>
        <tbody>
          <PageTotals
            entity={attendance}
            rows={hours.map((value, id) => ({ id, hours: value }))}
            names={['day', 'hours']}
            totals={['hours']}
            before={0}
            behind={0}
          />
        </tbody>
      </table>,
    )
  const { unmount } = drawn([3.5, 2.5])
  expect(screen.getByText('6.0')).toBeTruthy()
  unmount()
  drawn([3, 2])
  expect(screen.getByText('5')).toBeTruthy()
})
