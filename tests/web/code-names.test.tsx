import { render } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { screens } from '#contract/domains.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { AuditDiff } from '#src/kit/record/AuditDiff.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'

beforeAll(() => startI18n(consoleTexts))

test('a history says what a role was given in words, whatever code it is', async () => {
  const codes = [
    ...screens.flatMap(({ permission, buttons }) => [
      permission!,
      ...Object.values(buttons).flat(),
    ]),
    ...Object.values(shellCodes),
  ].filter(Boolean)
  const { container, findByText } = render(<AuditDiff before={{ codes: [] }} after={{ codes }} />)
  await findByText('权限')
  const said = container.textContent
  expect(said).toContain('单位 · 新增, 编辑, 删除')
  expect(said).not.toMatch(/wfp\w\.|permissions\.|actions\.|menus:/)
})
