import '@ant-design/v5-patch-for-react-19'
import { Refine, type DataProvider } from '@refinedev/core'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import type { ListSettings } from '#contract/account/self.ts'
import { FormScreen } from '#src/kit/form/FormScreen.tsx'
import { ListTable } from '#src/kit/list/ListTable.tsx'
import '#src/kit/list/kit.css'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'
import { Theme } from '#src/Theme.tsx'
import { names, records, rowsOf } from './made-up.ts'

/**
 * The real table with ten thousand rows, or the real form with forty fields; `#form` says which.
 */
const nothing = () => undefined
const settings: ListSettings = {
  hidden: [],
  shown: [],
  order: [],
  pinned: [names[0]!],
  widths: { [names[1]!]: 140 },
  density: 'middle',
}
const place = { page: 1, size: 10_000, sort: null, filters: {} }
const may = { show: true, edit: true, delete: true }
const rows = rowsOf(location.hash === '#form' ? 0 : 10_000)
const empty = () => Promise.resolve({ data: [], total: 0 } as never)
const data: DataProvider = {
  getList: empty,
  getOne: empty,
  create: empty,
  update: empty,
  deleteOne: empty,
  getApiUrl: () => '',
}

function Rows() {
  const [selected, setSelected] = useState<number[]>([])
  return (
    <ListTable
      resource={records}
      rows={rows}
      total={rows.length}
      isCut={false}
      isRefreshing={false}
      place={place}
      may={may}
      isHeld={false}
      names={records.list.columns}
      settings={settings}
      onSet={nothing}
      selected={selected}
      onSelect={setSelected}
      onMove={nothing}
      onShow={nothing}
      onAct={nothing}
    />
  )
}

await startI18n([...consoleTexts, 'inventory'])
createRoot(document.getElementById('root')!).render(
  <MemoryRouter>
    <Refine dataProvider={data} options={{ disableTelemetry: true }}>
      <Theme>
        {location.hash === '#form' ? (
          <FormScreen
            resource={records}
            kind="create"
            id={undefined}
            onDone={nothing}
            onCancel={nothing}
          />
        ) : (
          <Rows />
        )}
      </Theme>
    </Refine>
  </MemoryRouter>,
)
