import { render, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { role } from '#contract/system/role.ts'
import { user } from '#contract/system/user.ts'
import type { Entity } from '#contract/entity.ts'
import { FormField } from '#src/kit/form/FormField.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'

test('a scope that is left empty says what that means, and other fields say nothing', async () => {
  await startI18n(consoleTexts)
  const field = (entity: Entity, name: string) => (
    <FormField
      id={`${entity.name}-${name}`}
      entity={entity}
      name={name}
      kind="create"
      value={null}
      above={undefined}
      mistake={undefined}
      row={undefined}
      isBusy={false}
      onSet={() => undefined}
      onCheck={() => undefined}
    />
  )
  const { container } = render(
    <>
      {field(role, 'dataScope')}
      {field(user, 'dataScope')}
      {field(role, 'code')}
    </>,
  )
  await waitFor(() =>
    expect(
      [...container.querySelectorAll('[id$="-note"]')].map(({ textContent }) => textContent),
    ).toEqual(['不选即全部基地；一人有多个角色时，范围合并计算', '不选即按角色的范围']),
  )
})
