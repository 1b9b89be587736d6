import { Refine } from '@refinedev/core'
import { render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import i18next from 'i18next'
import { allowed, type Entity } from '#contract/entity.ts'
import { auditStatus, fulfilment, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { nextKinds } from '#contract/inventory/document-rules.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentScreens } from '#contract/inventory/document-screens.ts'
import { setScope } from '#src/api/scope.ts'
import { refineResources } from '#src/kit/app/routes.tsx'
import { isResource } from '#src/kit/definition/resource.ts'
import { actionLabel, entityLabel, untypedT } from '#src/kit/definition/label.ts'
import { DocumentActions } from '#src/pages/inventory/stock-document/DocumentActions.tsx'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { definitions } from '#src/resources/index.ts'
import { fakeServer } from './fake-server.ts'
import './dom-matchers.ts'

const actions = ['start', 'submit', 'edit', 'withdraw', 'close', 'void', 'delete']
beforeAll(async () => {
  setScope({ tenantId: 5, permissionVersion: 1 })
  // Whoever looks has handed it in, and nobody has decided.
  fakeServer(() => ({ body: [{ mine: { taskId: null, mayWithdraw: true } }] }))
  await startI18n(consoleTexts)
})

const resources = refineResources(definitions)
const allRows = Object.values(auditStatus).flatMap((status) =>
  [fulfilment.none, fulfilment.complete].flatMap((execStatus) =>
    [0, 1].flatMap((closedFlag) =>
      [
        { purpose: 'transfer', direction: 'out' },
        { purpose: 'transfer', direction: 'out', side: 'sending' },
        { purpose: 'transfer', direction: 'out', side: 'receiving' },
        { purpose: 'sale', direction: 'in' },
      ].map((head) => ({
        id: 7,
        code: 'C7',
        auditStatus: status,
        execStatus,
        closedFlag,
        ...head,
      })),
    ),
  ),
)

test.each(Object.keys(documents) as DocumentKind[])(
  'the page of %s offers what its rules open, and nothing else',
  { timeout: 60_000 },
  async (kind) => {
    const entity: Entity = documents[kind]
    const resource = definitions.find((one) => one.screen.name === documentScreens[kind].name)!
    if (!isResource(resource)) throw new Error(kind)
    const t = untypedT(i18next.t)
    // Of those between two warehouses, also as who sees one of them is told.
    const rows = allRows.filter((row) => !('side' in row) || 'side' in entity.fields)
    // Whoever has every code there is.
    const may = Object.fromEntries(actions.map((action) => [action, action in entity.permissions]))
    render(
      <MemoryRouter>
        <Refine
          dataProvider={dataProvider}
          resources={resources}
          accessControlProvider={{ can: () => Promise.resolve({ can: true }) }}
          options={{ disableTelemetry: true }}
        >
          {rows.map((row, at) => (
            <section key={at}>
              <DocumentActions
                resource={resource}
                row={row}
                may={may}
                onSubmit={() => undefined}
                onChanged={() => undefined}
                onDeleted={() => undefined}
              />
            </section>
          ))}
        </Refine>
      </MemoryRouter>,
    )
    await waitFor(
      () => {
        const offered = [...document.querySelectorAll('section')].map((section, at) => ({
          ...rows[at],
          offered: [...section.querySelectorAll('button')]
            .map(({ textContent }) => plain(textContent))
            .sort(),
        }))
        expect(offered).toEqual(
          rows.map((row) => ({
            ...row,
            offered: [
              ...actions
                .filter((action) => entity.api[action] && allowed(entity, action, row))
                .map((action) => actionLabel(t, entity, action)),
              ...nextKinds(kind, row).map((to) =>
                t('inventory:document.into', { name: entityLabel(t, documents[to]) }),
              ),
              t('kit:print.print'),
            ]
              .map(plain)
              .sort(),
          })),
        )
      },
      { timeout: 20_000 },
    )
  },
)

/** antd sets two Chinese letters apart. */
const plain = (text: string | null) => (text ?? '').replaceAll(' ', '')
