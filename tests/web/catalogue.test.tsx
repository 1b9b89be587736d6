import { StyleProvider } from '@ant-design/cssinjs'
import { Refine } from '@refinedev/core'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { inputs } from '#src/kit/fields/inputs.ts'
import CataloguePage from '#src/catalogue/CataloguePage.tsx'
import { setScope } from '#src/api/scope.ts'
import { dataProvider } from '#src/providers/data.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { ConfirmHost } from '#src/ui/ConfirmHost.tsx'
import { Toasts } from '#src/ui/Toasts.tsx'
import { Theme } from '#src/Theme.tsx'
import { fakeServer, refusal } from './fake-server.ts'
import './dom-matchers.ts'

const kinds = Object.keys(inputs) as (keyof typeof inputs)[]
beforeAll(async () => {
  localStorage.clear()
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(({ method, path }) =>
    method === 'GET' && path.startsWith('/w')
      ? { body: { content: [], totalElements: 0 } }
      : refusal(404, 'error.not_found'),
  )
  await startI18n(consoleTexts)
})

// By selector: working out the roles of a page this large takes longer than drawing it.
const sectionOf = (kind: string) => document.querySelector(`section[aria-label='${kind}']`)

test(
  'every kind of field stands there in every state, in both languages, light and dark',
  { timeout: 120_000 },
  async () => {
    // Without antd's style sheets: jsdom takes longer to read them than to draw.
    render(
      <MemoryRouter initialEntries={['/_catalogue']}>
        <Refine dataProvider={dataProvider} options={{ disableTelemetry: true }}>
          <StyleProvider mock="server">
            <Theme>
              <CataloguePage />
              <ConfirmHost />
              <Toasts />
            </Theme>
          </StyleProvider>
        </Refine>
      </MemoryRouter>,
    )
    const press = (name: string) =>
      fireEvent.click(document.querySelector(`.catalogue-switches [title='${name}']`)!)
    // Not all four: each switch draws some hundred inputs anew.
    for (const [language, label, appearance] of [
      ['zh-CN', '手机号', 'light'],
      ['zh-CN', '手机号', 'dark'],
      ['en-US', 'Phone', 'dark'],
    ] as const) {
      press(language)
      press(appearance)
      await waitFor(
        () => expect(sectionOf('phone')?.querySelector('label')?.textContent).toBe(label),
        { timeout: 40_000 },
      )
      await waitFor(() => expect(document.documentElement.dataset.appearance).toBe(appearance))
      for (const kind of kinds) {
        const section = sectionOf(kind)!
        const states = [
          'cell',
          'cell long',
          'cell empty',
          'cell roomy',
          ...(fieldTypes[kind].Filter ? ['filter'] : []),
          ...['empty', 'filled', 'long', 'invalid', 'disabled'].map((state) => `input ${state}`),
        ]
        expect([
          kind,
          [...section.querySelectorAll('figcaption')].map((caption) => caption.textContent),
        ]).toEqual([kind, states])
        expect([kind, section.querySelectorAll('[role=alert]').length]).toEqual([kind, 1])
      }
      // A text that is not there shows as its key.
      expect(document.body.textContent).not.toMatch(
        /\w+\.(fields|options|actions|buttons|empty)\.\w+/,
      )
    }
  },
)

test('a phone gets a window of its own', async () => {
  render(
    <MemoryRouter initialEntries={['/_catalogue?width=375']}>
      <Theme>
        <CataloguePage />
      </Theme>
    </MemoryRouter>,
  )
  const phone = document.querySelector('iframe')!
  expect([phone.getAttribute('width'), phone.getAttribute('src')]).toEqual([
    '375',
    expect.stringMatching(/\?bare$/),
  ])
  await act(async () => undefined)
})

/**
 * Whole screens and what asks the server before it can be drawn or by being pressed; they are looked
 * at where they stand.
 */
const elsewhere = [
  'AskDialog',
  'BoardList',
  'ColumnEdge',
  'ColumnMenu',
  'ConfirmHost',
  'ConnectDialog',
  'ExportMenu',
  'FieldPhotos',
  'FormScreen',
  'ImportChoose',
  'ImportDialog',
  'ImportFound',
  'IssuedCode',
  'KeptAt',
  'LinesDiff',
  'ListScreen',
  'ListViews',
  'Marks',
  'PageTotals',
  'RecordActions',
  'RecordDrawer',
  'RecordHistory',
  'RecordPage',
  'RowMenu',
  'Scanning',
  'ScreenGate',
  'ScreenLink',
  'SecretItem',
  'SentCode',
  'ShowScreen',
  'TryDraft',
  'UnsavedGuard',
  'VideoPlayer',
  'ViewMenu',
  'ViewTabs',
  'WaitingTag',
]
test('every shared widget stands there', () => {
  const shown = readdirSync('src/catalogue')
    .map((file) => readFileSync(`src/catalogue/${file}`, 'utf8'))
    .join('\n')
  const widgets = ['src/ui', 'src/kit']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    .filter((file) => !/(^|\/)(fields|map|print)\//.test(file))
    .map((file) => basename(file))
    .filter((file) => /^[A-Z].*\.tsx$/.test(file))
    .map((file) => file.replace('.tsx', ''))
  // EmptyPicture is what EmptyState draws.
  expect(
    widgets
      .filter((name) => !new RegExp(String.raw`\b${name}\b`).test(shown) && name !== 'EmptyPicture')
      .sort(),
  ).toEqual(elsewhere)
})
