import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { task } from '#contract/work/task.ts'
import { AuditDiff } from '#src/kit/record/AuditDiff.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'

beforeAll(() => startI18n(consoleTexts))

test('what a log tells of an act is said in words, its times by the clock of the farm', async () => {
  const { container, findByText } = render(
    <QueryClientProvider client={new QueryClient()}>
      <AuditDiff
        entity={task}
        before={{ state: 1 }}
        after={{
          state: 2,
          actedAt: '2026-11-20T00:30:00Z',
          override: '穿戴防护服',
          locks: [{ landName: '番茄大棚乙', name: '代森锰锌' }],
        }}
      />
    </QueryClientProvider>,
  )
  await findByText('实际操作时间')
  const said = container.textContent
  expect(said).toMatch(/2026-11-20 \d\d:30/)
  expect(said).toContain('放行理由–穿戴防护服')
  expect(said).toContain('番茄大棚乙 · 代森锰锌')
  expect(said).not.toMatch(/actedAt|override|locks/)
})
